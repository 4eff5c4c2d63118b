import { html, type Html, type Piece } from './html';

export interface Column {
  readonly name: string;
  readonly isNumber?: boolean;
  /** Addresses and the like, which need room. */
  readonly isLong?: boolean;
  /** Where the rows are ordered by it, and how they are if they are now. */
  readonly sorting?: { readonly href: string; readonly order?: 'ascending' | 'descending' | undefined };
}

/**
 * A table that becomes a stack of cards on a phone, where heads that order it stay in sight as a line of links. The first cell
 * of a row names it.
 *
 * @param label  what it is a list of, for those who do not see where it stands
 * @param orderBy  what stands before those links on a phone
 */
export function table(
  label: string,
  columns: readonly Column[],
  rows: readonly (readonly Piece[])[],
  orderBy = '',
): Html {
  const cell = (piece: Piece, at: number): Html => {
    if (at === 0) return html`<th scope="row">${piece}</th>`;
    const column = columns[at] ?? { name: '' };
    return html`<td data-label="${column.name}" ${classOf(column)}>${piece}</td>`;
  };
  const isSorted = columns.some(({ sorting }) => sorting !== undefined);
  return html`<table class="stack${isSorted ? ' sorted' : ''}" aria-label="${label}">
    <thead>
      <tr ${isSorted ? html` data-label="${orderBy}"` : ''}>
        ${columns.map(head)}
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

function head(column: Column): Html {
  const { name, sorting } = column;
  if (sorting === undefined) return html`<th scope="col" ${classOf(column)}>${name}</th>`;
  const { href, order } = sorting;
  return html`<th scope="col" ${classOf(column)} ${order && html` aria-sort="${order}"`}>
    <a href="${href}">${name}</a>
  </th>`;
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
