import type { Category } from './categories';
import { html, type Html } from './html';
import type { PageWords } from './page-words';

export const legend = (words: PageWords, categories: readonly Category[]): Html =>
  html`<ul class="legend">
    ${categories.map(
      ({ name, count, colour }) =>
        html`<li>
          <svg viewBox="0 0 10 10" aria-hidden="true"><circle class="${colour}" cx="5" cy="5" r="5" /></svg
          >${name} <span class="note">${words.number(count)}</span>
        </li>`,
    )}
  </ul>`;
