import { html, type Html, type Piece } from './html';

export interface Column {
  readonly name: string;
  readonly isNumber?: boolean;
  /** Addresses and the like, which need room. */
  readonly isLong?: boolean;
}

/**
 * A table that becomes a stack of cards on a phone. The first cell of a row names it.
 *
 * @param label  what it is a list of, for those who do not see where it stands
 */
export function table(label: string, columns: readonly Column[], rows: readonly (readonly Piece[])[]): Html {
  const head = columns.map((column) => html`<th scope="col" ${classOf(column)}>${column.name}</th>`);
  const cell = (piece: Piece, at: number): Html => {
    if (at === 0) return html`<th scope="row">${piece}</th>`;
    const column = columns[at] ?? { name: '' };
    return html`<td data-label="${column.name}" ${classOf(column)}>${piece}</td>`;
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

const classOf = ({ isNumber, isLong }: Column): Html | undefined =>
  isNumber ? html` class="number"` : isLong ? html` class="long"` : undefined;

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
