import { html, type Html } from '../../html/html';
import { pageOfList, pager } from '../../html/pager';
import type { CountKey } from '../../html/page-words';
import type { MessageKey } from '../../messages/catalogue';
import { CONSOLE } from '../addresses';
import type { Visit } from '../visit';
import { placeFields } from './entity-search';

/** Lines of a page; others are not given. */
const PAGE_SIZES = [25, 50, 100] as const;

export interface ListFilter<T> {
  readonly name: MessageKey;
  readonly has: (item: T) => boolean;
}

/** A list in memory that is searched, filtered and shown in pages, by what the address says. */
export interface FilteredList<T> {
  /** The page that it is on. */
  readonly page: string;
  readonly all: readonly T[];
  /** The texts that are searched. */
  readonly texts: (item: T) => readonly string[];
  /** By the value of `state`; the one called '' has all. */
  readonly filters: ReadonlyMap<string, ListFilter<T>>;
  readonly order: (a: T, b: T) => number;
  readonly label: MessageKey;
  readonly count: CountKey;
  readonly empty: MessageKey;
  readonly noneFound: MessageKey;
  readonly table: (items: readonly T[]) => Html;
}

/** The list with its search and filters, each with how many it has. */
export function filteredList<T>(visit: Visit, list: FilteredList<T>): Html {
  const { words } = visit;
  const { t } = words;
  const state = list.filters.has(visit.text('state')) ? visit.text('state') : '';
  const searched = visit.text('words');
  const size = PAGE_SIZES.find((one) => String(one) === visit.text('size')) ?? PAGE_SIZES[0];
  const wanted = folded(searched);
  const found = list.all.filter((item) => list.texts(item).some((text) => folded(text).includes(wanted)));
  const listed = found.filter((item) => list.filters.get(state)?.has(item)).sort(list.order);
  const { items, ...paging } = pageOfList(listed, visit.page, size);
  const address = (changes: object): string =>
    visit.link(list.page, { state, words: searched, size: size === PAGE_SIZES[0] ? '' : size, ...changes });
  const shown =
    items.length === 0
      ? html`<p>${t(list.all.length === 0 ? list.empty : list.noneFound)}</p>`
      : html`<p class="note">${words.counted(list.count, listed.length)}</p>
          ${list.table(items)}${pager(words, { ...paging, link: (page) => address({ page }) })}${
            listed.length > PAGE_SIZES[0] ? sizes(visit, size, address) : undefined
          }`;
  return html`${searchOf(visit, list, { state, searched, size })}
    <ul class="chips">
      ${[...list.filters].map(([key, { name, has }]) =>
        chip(
          address({ state: key }),
          key === state,
          html`${t(name)} <span class="note">${words.number(found.filter(has).length)}</span>`,
        ),
      )}
    </ul>
    ${shown}`;
}

/** Case and accents tell nothing apart for who searches. */
const folded = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

interface Asked {
  readonly state: string;
  readonly searched: string;
  readonly size: number;
}

const searchOf = <T>(
  visit: Visit,
  { page, label }: FilteredList<T>,
  { state, searched, size }: Asked,
): Html =>
  html`<form class="search" action="${CONSOLE}/${page}" method="get" role="search">
    ${placeFields(visit)}<input type="hidden" name="state" value="${state}" /><input
      type="hidden"
      name="size"
      value="${size}"
    />
    <p>
      <label for="words">${visit.words.t(label)}</label
      ><input id="words" name="words" value="${searched}" autocomplete="off" spellcheck="false" />
    </p>
    <button>${visit.words.t('word.find')}</button>
  </form>`;

const sizes = ({ words }: Visit, size: number, address: (changes: object) => string): Html =>
  html`<ul class="chips" aria-label="${words.t('pager.size')}">
    ${PAGE_SIZES.map((one) =>
      chip(address({ size: one }), one === size, words.t('pager.perPage', { count: words.number(one) })),
    )}
  </ul>`;

const chip = (href: string, isHere: boolean, content: Html | string): Html =>
  html`<li><a href="${href}" ${isHere ? html` aria-current="true"` : ''}>${content}</a></li>`;
