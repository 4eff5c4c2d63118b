import {
  type Attribute,
  byteOrder,
  defaultType,
  hasIgnoreType,
  type JsonValue,
  type Metadata,
  type NotificationFacts,
  renderString,
  shownGeometry,
} from '@smart-city/context';
import { BUILTIN_METADATA, builtinMetadata } from './builtins';
import { renderKey, renderValue } from './render-value';

export interface MetadataOptions {
  /**
   * Names of metadata to show, in that order; with `*` all user ones in byte order, builtins named beside it last.
   * Absent or empty: all user ones.
   */
  readonly metadata?: readonly string[];
  readonly notification?: NotificationFacts;
}

const NO_FACTS: NotificationFacts = {};

/** Writes `{"type":…,"value":…,"metadata":{…}}`. */
export function renderNormalizedAttribute(
  name: string,
  attribute: Attribute,
  options: MetadataOptions = {},
): string {
  const type = attribute.type === '' ? defaultType(attribute.value) : attribute.type;
  return `{"type":${renderString(type)},${renderNormalizedValue(type, attribute)}"metadata":${renderMetadata(name, attribute, options)}}`;
}

/** A geo:json Feature without geometry shows no value at all, as in Orion. */
function renderNormalizedValue(type: string, attribute: Attribute): string {
  const shown = shownValue(type, attribute);
  return shown === undefined ? '' : `"value":${renderValue(type, shown)},`;
}

/** Writes the value alone, as `keyValues`, `values` and `unique` have it. */
export const renderBareValue = (attribute: Attribute): string =>
  renderValue(attribute.type, shownValue(attribute.type, attribute) ?? attribute.value);

/** A geo:json Feature is shown as its geometry; undefined when it has none. */
const shownValue = (type: string, { value, metadata }: Attribute): JsonValue | undefined =>
  type !== 'geo:json' || hasIgnoreType(metadata) ? value : shownGeometry(value);

function renderMetadata(name: string, attribute: Attribute, options: MetadataOptions): string {
  const list = options.metadata;
  if (attribute.metadata.size === 0 && (list === undefined || list.length === 0)) return '{}';
  let text = '';
  for (const [key, item] of selectMetadata(name, attribute, list ?? [], options.notification ?? NO_FACTS)) {
    text += `${text === '' ? '' : ','}${renderKey(key)}${renderMetadataItem(item)}`;
  }
  return `{${text}}`;
}

export function renderMetadataItem({ type, value }: Metadata): string {
  const shownType = type === '' ? defaultType(value) : type;
  return `{"type":${renderString(shownType)},"value":${renderValue(shownType, value)}}`;
}

/** A user item that bears a builtin name wins, and is shown without asking. */
export function selectMetadata(
  name: string,
  attribute: Attribute,
  list: readonly string[],
  facts: NotificationFacts = NO_FACTS,
): ReadonlyMap<string, Metadata> {
  const selected = new Map<string, Metadata>();
  const all = list.length === 0 || list.includes('*');
  if (all)
    for (const key of [...attribute.metadata.keys()].sort(byteOrder))
      selected.set(key, attribute.metadata.get(key) as Metadata);
  for (const key of all ? BUILTIN_METADATA.filter((builtin) => list.includes(builtin)) : list) {
    const item = attribute.metadata.get(key) ?? builtinMetadata(name, attribute, key, facts);
    if (item !== undefined) selected.set(key, item);
  }
  return selected;
}
