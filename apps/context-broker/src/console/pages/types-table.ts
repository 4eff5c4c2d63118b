import { html, type Html } from '../../html/html';
import { pageOfList, pager } from '../../html/pager';
import { table } from '../../html/table';
import type { CountedTypes } from '../figures/type-counts';
import type { Visit } from '../visit';

const PAGE_SIZE = 25;

/** Types, the most numerous first, with their share of all entities. */
export function typesTable(visit: Visit, { types, count }: CountedTypes): Html {
  const { words } = visit;
  const { t } = words;
  if (types.length === 0) return html`<p>${t('entities.empty')}</p>`;
  const sorted = [...types].sort((a, b) => b.count - a.count || (a.type < b.type ? -1 : 1));
  const { items, ...paging } = pageOfList(sorted, visit.page, PAGE_SIZE);
  const most = Math.max(1, ...sorted.slice(0, 1).map((one) => one.count));
  const rows = items.map(({ type, count: entities }) => [
    html`<a href="${visit.link('entities', type === '' ? { typeless: 1 } : { type })}"
      >${words.typeName(type)}</a
    >`,
    bar(entities / most),
    words.number(entities),
    html`<a
      href="${visit.link('map', { type })}"
      aria-label="${t('entities.onMap', { type: words.typeName(type) })}"
      >${t('entities.map')}</a
    >`,
  ]);
  const columns = [
    { name: t('word.type') },
    { name: t('entities.share') },
    { name: t('entities.title'), isNumber: true },
    { name: t('entities.where') },
  ];
  return html`${table(t('entities.types'), columns, rows)}${pager(words, { ...paging, link: (page) => visit.link('entities', { page }) })}${
    types.length < count
      ? html`<p class="note">
          ${t('entities.firstTypes', { few: words.number(types.length), count: words.number(count) })}
        </p>`
      : undefined
  }`;
}

const bar = (share: number): Html =>
  html`<svg class="share" viewBox="0 0 100 1" preserveAspectRatio="none" aria-hidden="true">
    <rect width="${Math.round(share * 1000) / 10}" height="1" />
  </svg>`;
