import { byteOrder, renderJson, type Attribute, type Entity } from '@smart-city/ngsi';
import { html, type Html } from '../../html/html';
import { pageOfList, pager } from '../../html/pager';
import { table } from '../../html/table';
import type { Visit } from '../visit';
import { lastChange } from './entities.page';

const PAGE_SIZE = 50;
const LONGEST_VALUE = 300;
const LONGEST_METADATA = 200;

/** The attributes of an entity by name, with their values, metadata and ages. */
export function attributesTable(visit: Visit, { id, type, servicePath, attrs }: Entity): Html {
  const { words } = visit;
  const { t } = words;
  if (attrs.size === 0) return html`<p>${t('entity.noAttributes')}</p>`;
  const sorted = [...attrs].sort(([a], [b]) => byteOrder(a, b));
  const { items, ...paging } = pageOfList(sorted, visit.page, PAGE_SIZE);
  const rows = items.map(([name, attribute]) => [
    name,
    attribute.type,
    html`<code>${valueText(attribute)}</code>${metadataOf(attribute)}`,
    lastChange(attribute.modDate, words),
  ]);
  const columns = (['entity.attribute', 'word.type', 'entity.value', 'entities.lastChange'] as const).map(
    (key) => ({ name: t(key) }),
  );
  const link = (page: number) => visit.link('entity', { id, type, path: servicePath, page });
  return html`${table(t('word.attributes'), columns, rows)}${pager(words, { ...paging, link })}`;
}

/** As JSON; a time, which is kept as a number, as a date. */
function valueText({ type, value }: Attribute): string {
  if (typeof value === 'number' && (type === 'DateTime' || type === 'ISO8601') && Math.abs(value) < 8.64e12)
    return new Date(value * 1000).toISOString();
  return cut(renderJson(value), LONGEST_VALUE);
}

function metadataOf({ metadata }: Attribute): Html | undefined {
  if (metadata.size === 0) return undefined;
  const text = [...metadata].map(([name, { value }]) => `${name}: ${renderJson(value)}`).join(', ');
  return html`<div class="note">${cut(text, LONGEST_METADATA)}</div>`;
}

const cut = (text: string, most: number): string => (text.length > most ? `${text.slice(0, most)}…` : text);
