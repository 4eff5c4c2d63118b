import { html, type Html, type Piece } from './html';

/** A part of a page under a heading. @param id  of the heading, one of a kind on its page */
export const card = (id: string, heading: Piece, content: Piece, kind = ''): Html =>
  html`<section class="card ${kind}" aria-labelledby="${id}">
    <h2 id="${id}">${heading}</h2>
    ${content}
  </section>`;

export interface Tile {
  readonly name: string;
  readonly value: Piece;
  readonly note: Piece;
  readonly href?: string;
}

/** Numbers that say at a look how things are. */
export const tiles = (all: readonly Tile[]): Html =>
  html`<dl class="tiles">
    ${all.map(
      ({ name, value, note, href }) =>
        html`<div>
          <dt>${href === undefined ? name : html`<a href="${href}">${name}</a>`}</dt>
          <dd>${value} <span class="note">${note}</span></dd>
        </div>`,
    )}
  </dl>`;
