import { escapeMarkup } from '@smart-city/service';
import { operationsByTag, type ApiDocument, type SecurityScheme } from './api-document';
import { renderPlaced } from './render-operation';
import { LANGUAGES, type Language } from '@smart-city/messages';
import { renderSchema } from './render-schema';
import { ViewerWords } from './viewer-words';

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

/** Where the schemas stand, in every language. */
const SCHEMAS = 'schemas';

const slug = (text: string) => text.toLowerCase().replace(/[^a-z0-9]+/g, '-');

/** The script makes fields of each. Without it they say what there is. */
function renderScheme(
  words: ViewerWords,
  [name, { type, scheme, name: header, description }]: readonly [string, SecurityScheme],
): string {
  const kind = type === 'apiKey' ? 'header' : (scheme ?? type);
  const shown =
    type === 'apiKey'
      ? words.t('header', { name: header ?? '' })
      : `Authorization: ${scheme === 'basic' ? 'Basic' : 'Bearer'}`;
  return (
    `<li data-scheme="${escapeMarkup(name)}" data-kind="${escapeMarkup(kind)}" data-header="${escapeMarkup(header ?? '')}">` +
    `<code>${shown}</code>${description === undefined ? '' : ` ${words.told(description)}`}</li>`
  );
}

function renderChapters(words: ViewerWords, document: ApiDocument): string {
  const notes = new Map(document.tags?.map(({ name, description }) => [name, description]));
  return [...operationsByTag(document)]
    .map(([tag, operations]) => {
      const note = notes.get(tag);
      return (
        `<section><h2 id="${slug(tag)}"${words.foreign}>${escapeMarkup(tag)}</h2>` +
        (note === undefined || note === tag ? '' : `<p${words.foreign}>${escapeMarkup(note)}</p>`) +
        `${operations.map((one) => renderPlaced(words, document, one)).join('')}</section>`
      );
    })
    .join('');
}

function renderSchemas(words: ViewerWords, { components }: ApiDocument): string {
  const all = Object.entries(components?.schemas ?? {}).map(
    ([name, schema]) =>
      `<h3 id="schema-${escapeMarkup(name)}">${escapeMarkup(name)}</h3>` +
      (schema.description === undefined ? '' : `<p${words.foreign}>${escapeMarkup(schema.description)}</p>`) +
      `<pre class="shape">${renderSchema(words, schema)}</pre>`,
  );
  return all.length === 0
    ? ''
    : `<section><h2 id="${SCHEMAS}">${words.t('schemas')}</h2>${all.join('')}</section>`;
}

/** Without a cookie: the choice is in the address. */
function renderLanguages(words: ViewerWords): string {
  const links = LANGUAGES.map((language) => {
    const name = new Intl.DisplayNames([language], { type: 'language' }).of(language) ?? language;
    const isOn = language === words.language ? ' aria-current="true"' : '';
    return `<a href="?language=${language}" lang="${language}" hreflang="${language}"${isOn}>${capital(name)}</a>`;
  });
  return `<footer><nav aria-label="${words.t('language')}">${links.join(' ')}</nav></footer>`;
}

const capital = (text: string) => text.slice(0, 1).toUpperCase() + text.slice(1);

function renderHead(words: ViewerWords, title: string, { style, script }: ViewerAddresses): string {
  return (
    `<!doctype html><html lang="${words.language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">` +
    `<meta name="color-scheme" content="light dark"><title>${title}</title>` +
    `<link rel="stylesheet" href="${escapeMarkup(style)}"><script src="${escapeMarkup(script)}" defer></script></head>`
  );
}

/** What stands above the chapters. */
function renderOpening(
  words: ViewerWords,
  { info, components }: ApiDocument,
  addresses: ViewerAddresses,
): string {
  const schemes = Object.entries(components?.securitySchemes ?? {}).map((one) => renderScheme(words, one));
  const note = words.t('inEnglish');
  return (
    `<p${words.foreign}>${escapeMarkup(info.description ?? '')}</p>` +
    (note === '' ? '' : `<p>${note}</p>`) +
    `<p>${words.t('asDocument')} <a href="${escapeMarkup(addresses.document)}">OpenAPI</a>, ` +
    `<a href="${escapeMarkup(addresses.postman)}">${words.t('postman')}</a>.</p>` +
    (schemes.length === 0
      ? ''
      : `<details id="credentials"><summary>${words.t('credentials')}</summary><div class="content"><ul>${schemes.join('')}</ul></div></details>`)
  );
}

/**
 * The operations of a document as a page: plain HTML, which the script turns into something that sends requests.
 *
 * @param language  of the words around what the document says
 */
export function renderViewer(
  document: ApiDocument,
  addresses: ViewerAddresses,
  language: Language = 'en',
): string {
  const words = new ViewerWords(language);
  const { info } = document;
  const title = words.t('title', { title: info.title });
  const chapters = [...operationsByTag(document).keys()].map(
    (tag) => `<a href="#${slug(tag)}"${words.foreign}>${escapeMarkup(tag)}</a>`,
  );
  chapters.push(`<a href="#${SCHEMAS}">${words.t('schemas')}</a>`);
  return (
    renderHead(words, title, addresses) +
    `<body data-words="${escapeMarkup(words.ofScript)}"><header><h1>${title} <small>${escapeMarkup(info.version)}</small></h1></header><main>` +
    renderOpening(words, document, addresses) +
    `<nav aria-label="${words.t('chapters')}">${chapters.join(' ')}</nav>` +
    `${renderChapters(words, document)}${renderSchemas(words, document)}</main>${renderLanguages(words)}</body></html>`
  );
}
