import { html, type Html, type Piece } from './html';

export interface Column {
  readonly name: string;
  readonly isNumber?: boolean;
}

/**
 * A table that becomes a stack of cards on a phone. The first cell of a row names it.
 *
 * @param label  what it is a list of, for those who do not see where it stands
 */
export function table(label: string, columns: readonly Column[], rows: readonly (readonly Piece[])[]): Html {
  const head = columns.map(
    ({ name, isNumber }) => html`<th scope="col" ${isNumber ? html` class="number"` : ''}>${name}</th>`,
  );
  const cell = (piece: Piece, at: number): Html => {
    if (at === 0) return html`<th scope="row">${piece}</th>`;
    const { name = '', isNumber } = columns[at] ?? {};
    return html`<td data-label="${name}" ${isNumber ? html` class="number"` : ''}>${piece}</td>`;
  };
  return html`<table class="stack" aria-label="${label}">
    <thead>
      <tr>
        ${head}
      </tr>
    </thead>
    <tbody>
      ${rows.map(
        (row) =>
          html`<tr>
            ${row.map(cell)}
          </tr>`,
      )}
    </tbody>
  </table>`;
}

/** Facts by name. What there is nothing to say of is left out. */
export const facts = (pairs: readonly (readonly [name: string, value: Piece])[]): Html =>
  html`<dl class="facts">
    ${pairs
      .filter(([, value]) => value !== undefined && value !== '')
      .map(
        ([name, value]) =>
          html`<div>
            <dt>${name}</dt>
            <dd>${value}</dd>
          </div>`,
      )}
  </dl>`;
