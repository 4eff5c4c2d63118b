import { html, type Html } from '../../html/html';
import type { TypeCount } from '../figures/type-counts';
import { fileOf, type FileColumns } from '../lists/list-file';
import type { MemoryList } from '../lists/memory-list';
import type { Visit } from '../visit';

type Sort = 'type' | 'entities';

const FILE: FileColumns<TypeCount> = { type: ({ type }) => type, entities: ({ count }) => count };

/** Types, the most numerous first, with their share of all entities. */
export function typeList(visit: Visit, types: readonly TypeCount[]): MemoryList<TypeCount, Sort> {
  const { words } = visit;
  const most = types.reduce((before, { count }) => Math.max(before, count), 1);
  return {
    page: 'entities',
    all: types,
    texts: ({ type }) => [words.typeName(type)],
    orders: { type: ({ type }) => type, entities: ({ count }) => count },
    usual: '-entities',
    columns: columnsOf(visit, most),
    label: 'entities.types',
    search: 'entities.typeName',
    count: 'count.typesFound',
    empty: 'entities.empty',
    noneFound: 'entities.noType',
    file: (rows) => fileOf('types', FILE, [rows]),
  };
}

/** @param most  entities that one type has */
function columnsOf(visit: Visit, most: number): MemoryList<TypeCount, Sort>['columns'] {
  const { words } = visit;
  const { t } = words;
  const ofType = ({ type }: TypeCount) => visit.link('entities', type === '' ? { typeless: 1 } : { type });
  return [
    {
      name: 'word.type',
      sort: 'type',
      cell: (one) => html`<a href="${ofType(one)}">${words.typeName(one.type)}</a>`,
    },
    { name: 'entities.share', cell: ({ count }) => bar(count / most) },
    { name: 'entities.title', sort: 'entities', isNumber: true, cell: ({ count }) => words.number(count) },
    {
      name: 'entities.where',
      cell: ({ type }) =>
        html`<a
          href="${visit.link('map', { type })}"
          aria-label="${t('entities.onMap', { type: words.typeName(type) })}"
          >${t('entities.map')}</a
        >`,
    },
  ];
}

const bar = (share: number): Html =>
  html`<svg class="share" viewBox="0 0 100 1" preserveAspectRatio="none" aria-hidden="true">
    <rect width="${Math.round(share * 1000) / 10}" height="1" />
  </svg>`;
