import { html, type Html } from './html';

export interface FrameLink {
  readonly href: string;
  readonly name: string;
  readonly isHere?: boolean;
}

/** All that stands around what a page has to say. */
export interface Frame {
  readonly title: string;
  readonly product: string;
  /** Where the product's name leads. */
  readonly home: string;
  readonly links: readonly FrameLink[];
  /** Beside the product's name: who is here, which service is shown. */
  readonly aside?: Html | undefined;
  readonly content: Html;
  readonly footer?: Html | undefined;
  readonly style: string;
  readonly script: string;
}

/** A page, complete. It works without its script. */
export function frame({ title, product, home, links, aside, content, footer, style, script }: Frame): string {
  const page = html`<html lang="en">
    <head>
      <meta charset="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <title>${title} – ${product}</title>
      <link rel="icon" href="data:," />
      <link rel="stylesheet" href="${style}" />
      <script src="${script}" defer></script>
    </head>
    <body>
      <a class="skip" href="#main">Skip to the content</a>
      <header>
        <p class="product"><a href="${home}">${product}</a></p>
        ${aside}
        <nav aria-label="Sections">
          <ul>
            ${links.map(
              ({ href, name, isHere }) =>
                html`<li><a href="${href}" ${isHere ? html` aria-current="page"` : ''}>${name}</a></li>`,
            )}
          </ul>
        </nav>
      </header>
      <main id="main">${content}</main>
      <footer>${footer}</footer>
    </body>
  </html>`;
  return `<!doctype html>${page.text}`;
}
