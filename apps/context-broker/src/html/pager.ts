import { html, type Html } from './html';
import type { PageWords } from './page-words';

export interface Paging {
  /** From 1. */
  readonly page: number;
  readonly hasNext: boolean;
  /** Undefined where nobody has counted. */
  readonly pages?: number | undefined;
  readonly link: (page: number) => string;
}

/** Links to the page before and the one after; nothing where there is one page only. */
export function pager(words: PageWords, { page, hasNext, pages, link }: Paging): Html | undefined {
  if (page === 1 && !hasNext) return undefined;
  const [previous, next] = [words.t('pager.previous'), words.t('pager.next')];
  const shown = { page: words.number(page), pages: words.number(pages ?? 0) };
  return html`<nav class="pager" aria-label="${words.t('pager.label')}">
    ${
      page > 1
        ? html`<a rel="prev" href="${link(page - 1)}">${previous}</a>`
        : html`<span class="note">${previous}</span>`
    }<span>${words.t(pages === undefined ? 'pager.page' : 'pager.pageOf', shown)}</span>${
      hasNext
        ? html`<a rel="next" href="${link(page + 1)}">${next}</a>`
        : html`<span class="note">${next}</span>`
    }
  </nav>`;
}
