import { html, type Html, type Piece } from '../../html/html';

/** One of several ways to show a list. */
export interface Chip {
  readonly href: string;
  readonly isHere: boolean;
  readonly content: Piece;
}

/** Links of which one is chosen. @param label  what is chosen */
export const chips = (label: string, all: readonly Chip[]): Html =>
  html`<ul class="chips" aria-label="${label}">
    ${all.map(
      ({ href, isHere, content }) =>
        html`<li><a href="${href}" ${isHere ? html` aria-current="true"` : ''}>${content}</a></li>`,
    )}
  </ul>`;
