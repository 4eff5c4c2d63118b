import { escapeMarkup } from '@smart-city/service';
import { operationsByTag, type ApiDocument, type SecurityScheme } from './api-document';
import { renderPlaced } from './render-operation';
import { renderSchema } from './render-schema';

/** Addresses of what belongs to the page, from the page. */
export interface ViewerAddresses {
  readonly document: string;
  readonly postman: string;
  readonly style: string;
  readonly script: string;
}

/** Scripts, styles and requests to this origin only; in nobody's frame. */
export const VIEWER_POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; form-action 'none'; frame-ancestors 'none'; base-uri 'none'";

const slug = (text: string) => text.toLowerCase().replace(/[^a-z0-9]+/g, '-');

/** The script makes fields of each. Without it they say what there is. */
function renderScheme([name, { type, scheme, name: header, description }]: readonly [
  string,
  SecurityScheme,
]): string {
  const kind = type === 'apiKey' ? 'header' : (scheme ?? type);
  const shown =
    type === 'apiKey'
      ? `Header ${header ?? ''}`
      : `Authorization: ${scheme === 'basic' ? 'Basic' : 'Bearer'}`;
  return (
    `<li data-scheme="${escapeMarkup(name)}" data-kind="${escapeMarkup(kind)}" data-header="${escapeMarkup(header ?? '')}">` +
    `<code>${escapeMarkup(shown)}</code>${description === undefined ? '' : ` ${escapeMarkup(description)}`}</li>`
  );
}

function renderChapters(document: ApiDocument): string {
  const notes = new Map(document.tags?.map(({ name, description }) => [name, description]));
  return [...operationsByTag(document)]
    .map(([tag, operations]) => {
      const note = notes.get(tag);
      return (
        `<section><h2 id="${slug(tag)}">${escapeMarkup(tag)}</h2>` +
        (note === undefined || note === tag ? '' : `<p>${escapeMarkup(note)}</p>`) +
        `${operations.map((one) => renderPlaced(document, one)).join('')}</section>`
      );
    })
    .join('');
}

function renderSchemas({ components }: ApiDocument): string {
  const all = Object.entries(components?.schemas ?? {}).map(
    ([name, schema]) =>
      `<h3 id="schema-${escapeMarkup(name)}">${escapeMarkup(name)}</h3>` +
      (schema.description === undefined ? '' : `<p>${escapeMarkup(schema.description)}</p>`) +
      `<pre class="shape">${renderSchema(schema)}</pre>`,
  );
  return all.length === 0 ? '' : `<section><h2 id="schemas">Schemas</h2>${all.join('')}</section>`;
}

/** The operations of a document as a page: plain HTML, which the script turns into something that sends requests. */
export function renderViewer(document: ApiDocument, addresses: ViewerAddresses): string {
  const { info, components } = document;
  const title = `${escapeMarkup(info.title)} API`;
  const schemes = Object.entries(components?.securitySchemes ?? {}).map(renderScheme);
  const chapters = [...operationsByTag(document).keys(), 'Schemas'].map(
    (tag) => `<a href="#${slug(tag)}">${escapeMarkup(tag)}</a>`,
  );
  return (
    `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">` +
    `<meta name="color-scheme" content="light dark"><title>${title}</title>` +
    `<link rel="stylesheet" href="${escapeMarkup(addresses.style)}"><script src="${escapeMarkup(addresses.script)}" defer></script></head>` +
    `<body><header><h1>${title} <small>${escapeMarkup(info.version)}</small></h1></header><main>` +
    `<p>${escapeMarkup(info.description ?? '')}</p>` +
    `<p>The same as a document: <a href="${escapeMarkup(addresses.document)}">OpenAPI</a>, ` +
    `<a href="${escapeMarkup(addresses.postman)}">Postman collection</a>.</p>` +
    (schemes.length === 0
      ? ''
      : `<details id="credentials"><summary>Credentials for requests</summary><div class="content"><ul>${schemes.join('')}</ul></div></details>`) +
    `<nav aria-label="Chapters">${chapters.join(' ')}</nav>` +
    `${renderChapters(document)}${renderSchemas(document)}</main></body></html>`
  );
}
