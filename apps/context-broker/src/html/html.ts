import { escapeMarkup } from '@smart-city/service';

/** HTML that is safe to put into HTML. */
export class Html {
  constructor(readonly text: string) {}
}

export type Piece = Html | string | number | undefined | readonly Piece[];

/** Template of HTML: everything put into it is text and is escaped, unless it is {@link Html} already. */
export function html(parts: TemplateStringsArray, ...pieces: readonly Piece[]): Html {
  return new Html(parts.reduce((text, part, at) => text + render(pieces[at - 1]) + part));
}

function render(piece: Piece): string {
  if (piece === undefined) return '';
  if (piece instanceof Html) return piece.text;
  return typeof piece === 'object' ? piece.map(render).join('') : escapeMarkup(String(piece));
}
