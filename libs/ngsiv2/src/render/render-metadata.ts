import { type Attribute, type Metadata, ContextFault } from '@smart-city/context';
import { renderMetadataItem, selectMetadata } from './render-attribute';
import { renderKey, renderValue } from './render-value';

export interface MetadataListOptions {
  /** Names to show; empty: all. */
  readonly metadata: readonly string[];
  /** Values alone. */
  readonly keyValues: boolean;
}

const renderItem = (item: Metadata, keyValues: boolean): string =>
  keyValues ? renderValue(item.type, item.value) : renderMetadataItem(item);

/** The metadata of the attribute `name`, by name. */
export function renderMetadataList(
  name: string,
  attribute: Attribute,
  { metadata, keyValues }: MetadataListOptions,
): string {
  const items = [...selectMetadata(name, attribute, metadata)];
  return `{${items.map(([key, item]) => renderKey(key) + renderItem(item, keyValues)).join()}}`;
}

/** One item of the metadata of the attribute `name`. @throws NotFound */
export function renderMetadata(
  name: string,
  attribute: Attribute,
  item: string,
  { keyValues }: Pick<MetadataListOptions, 'keyValues'>,
): string {
  const found = selectMetadata(name, attribute, [item]).get(item);
  if (found === undefined) throw new ContextFault('metadataNotFound', {});
  return renderItem(found, keyValues);
}
