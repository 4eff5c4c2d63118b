import { byteOrder, renderString } from '@smart-city/context';
import { renderBareValue, renderEntity, renderNormalizedAttribute, renderValue } from '@smart-city/ngsiv2';
import type { ListOptions } from '../rendered-list';
import { decodeAttribute, decodeAttributes, type AttributeDocument } from './entity-document';
import { keyOf, parseOrdered } from './json-document';

/** What a plain text shows of an entity: the columns of {@link PLAIN_COLUMNS}. */
export type PlainRow = readonly [key: number, id: string, type: string, doc: string];

export const PLAIN_COLUMNS = 'key, id, type, json(doc)';

/** Whether all user attributes are shown as they are, with all their metadata: what most clients ask for. */
export const isPlain = ({ representation, attrs = [], metadata = [] }: ListOptions): boolean =>
  (representation === 'normalized' || representation === 'keyValues') &&
  attrs.length === 0 &&
  metadata.length === 0;

/**
 * The text that `renderEntity` makes of a stored entity that is shown plainly. Attributes with a simple value and no metadata
 * go from the stored JSON to the text with no entity in between, which costs a third.
 */
export function renderPlainRow([, id, type, doc]: PlainRow, shown: ListOptions): string {
  // What is shown for a type that is empty is the renderer's matter.
  if (type === '') return renderEntity({ ...NO_MORE, id, type, attrs: decodeAttributes(doc) }, shown);
  const documents = parseOrdered(doc) as Readonly<Record<string, AttributeDocument>>;
  const members = [`"id":${renderString(id)}`, `"type":${renderString(type)}`];
  for (const key of Object.keys(documents).sort(byName)) {
    const name = keyOf(key);
    if (name === 'dateExpires') continue;
    members.push(
      `${renderString(name)}:${renderStored(name, documents[key]!, shown.representation === 'keyValues')}`,
    );
  }
  // In one piece: a text that grows is a tree of its pieces, and each list that it is part of would walk it.
  return `{${members.join(',')}}`;
}

/** Not shown. */
const NO_MORE = { servicePath: '', creDate: 0, modDate: 0 };

const byName = (a: string, b: string) => byteOrder(keyOf(a), keyOf(b));

function renderStored(name: string, document: AttributeDocument, isKeyValues: boolean): string {
  const { v, t, m } = document;
  if (m !== undefined || t === '' || (typeof v === 'object' && v !== null)) {
    const attribute = decodeAttribute(document);
    return isKeyValues ? renderBareValue(attribute) : renderNormalizedAttribute(name, attribute);
  }
  const value = renderValue(t, v as string | number | boolean | null);
  return isKeyValues ? value : `{"type":${renderString(t)},"value":${value},"metadata":{}}`;
}
