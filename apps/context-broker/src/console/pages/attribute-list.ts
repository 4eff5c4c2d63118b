import { renderJson, type Attribute, type Entity } from '@smart-city/context';
import { html, type Html } from '../../html/html';
import { fileOf, isoTime, type FileColumns } from '../lists/list-file';
import type { MemoryList } from '../lists/memory-list';
import type { Visit } from '../visit';
import { lastChange } from './entity-list';

const LONGEST_VALUE = 300;
const LONGEST_METADATA = 200;

type NamedAttribute = readonly [name: string, attribute: Attribute];
type Sort = 'name' | 'type' | 'changed';

const FILE: FileColumns<NamedAttribute> = {
  name: ([name]) => name,
  type: ([, { type }]) => type,
  value: ([, attribute]) => valueText(attribute),
  metadata: ([, attribute]) => metadataText(attribute),
  created: ([, { creDate }]) => isoTime(creDate),
  changed: ([, { modDate }]) => isoTime(modDate),
};

/** The attributes of an entity with their values, metadata and ages. */
export function attributeList(visit: Visit, entity: Entity): MemoryList<NamedAttribute, Sort> {
  const { attrs } = entity;
  const { words } = visit;
  return {
    page: 'entity',
    carried: visit.toEntity(entity),
    all: [...attrs],
    texts: ([name, attribute]) => [name, attribute.type, valueText(attribute)],
    orders: {
      name: ([name]) => name,
      type: ([, attribute]) => attribute.type,
      changed: ([, { modDate }]) => modDate,
    },
    usual: 'name',
    columns: [
      { name: 'entity.attribute', sort: 'name', cell: ([name]) => name },
      { name: 'word.type', sort: 'type', cell: ([, attribute]) => attribute.type },
      { name: 'entity.value', cell: ([, attribute]) => valueCell(attribute) },
      { name: 'entities.lastChange', sort: 'changed', cell: ([, { modDate }]) => lastChange(modDate, words) },
    ],
    label: 'word.attributes',
    search: 'entity.words',
    count: 'count.attributes',
    empty: 'entity.noAttributes',
    noneFound: 'entity.noneFound',
    file: (rows) => fileOf('attributes', FILE, [rows]),
  };
}

function valueCell(attribute: Attribute): Html {
  const metadata = metadataText(attribute);
  return html`<code>${cut(valueText(attribute), LONGEST_VALUE)}</code>${
      metadata === undefined ? undefined : html`<div class="note">${cut(metadata, LONGEST_METADATA)}</div>`
    }`;
}

/** As JSON; a time, which is kept as a number, as a date. */
function valueText({ type, value }: Attribute): string {
  if (typeof value === 'number' && (type === 'DateTime' || type === 'ISO8601') && Math.abs(value) < 8.64e12)
    return new Date(value * 1000).toISOString();
  return renderJson(value);
}

const metadataText = ({ metadata }: Attribute): string | undefined =>
  metadata.size === 0
    ? undefined
    : [...metadata].map(([name, { value }]) => `${name}: ${renderJson(value)}`).join(', ');

const cut = (text: string, most: number): string => (text.length > most ? `${text.slice(0, most)}…` : text);
