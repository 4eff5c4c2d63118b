import { escapeMarkup } from '@smart-city/service';
import {
  lookUpAnswer,
  exampleText,
  parametersOf,
  schemesOf,
  type ApiAnswer,
  type ApiDocument,
  type ApiOperation,
  type ApiParameter,
  type Media,
  type PlacedOperation,
} from './api-document';
import { renderSchema } from './render-schema';
import type { ViewerKey } from './viewer-messages';
import type { ViewerWords } from './viewer-words';

/** Attributes of an element; those that are undefined are left out. */
const attributes = (values: Readonly<Record<string, string | undefined>>) =>
  Object.entries(values)
    .map(([name, value]) => (value === undefined ? '' : ` ${name}="${escapeMarkup(value)}"`))
    .join('');

/** The script makes a field of each. */
function renderParameter(
  words: ViewerWords,
  { name, in: place, required, description, example, schema }: ApiParameter,
): string {
  const facts = {
    'data-name': name,
    'data-in': place,
    'data-example': example === undefined ? undefined : String(example),
    'data-required': required ? '' : undefined,
    'data-type': schema?.type === 'integer' || schema?.type === 'number' ? 'number' : undefined,
  };
  const notes = [
    words.told(description ?? ''),
    schema?.enum ? words.t('oneOf', { values: schema.enum.map(String).join(', ') }) : '',
    example === undefined ? '' : words.t('example', { value: String(example) }),
  ].filter((note) => note !== '');
  return (
    `<div class="parameter"${attributes(facts)}><dt><code>${escapeMarkup(name)}</code> ` +
    `<small>${words.t(`in.${place}` as ViewerKey)}${required ? `, ${words.t('required')}` : ''}</small></dt>` +
    `<dd>${notes.join(' ')}</dd></div>`
  );
}

const section = (title: string, content: string) => (content === '' ? '' : `<h3>${title}</h3>${content}`);

function renderBody(words: ViewerWords, [type, media]: readonly [string, Media]): string {
  const example = exampleText(type, media);
  return (
    `<p><code>${escapeMarkup(type)}</code></p>` +
    (media.schema ? `<pre class="shape">${renderSchema(words, media.schema)}</pre>` : '') +
    `<pre class="body" data-media="${escapeMarkup(type)}">${escapeMarkup(example)}</pre>`
  );
}

function renderAnswer(words: ViewerWords, status: string, { description, content = {} }: ApiAnswer): string {
  const shapes = Object.entries(content).map(([type, { schema }]) =>
    schema
      ? `<pre class="shape">${renderSchema(words, schema)}</pre>`
      : `<p><code>${escapeMarkup(type)}</code></p>`,
  );
  return `<dt><code>${escapeMarkup(status)}</code></dt><dd>${words.told(description)}${shapes.join('')}</dd>`;
}

/** The name of an operation in addresses. */
export const anchorOf = ({ verb, path, operation }: PlacedOperation) =>
  `op-${operation.operationId ?? `${verb}-${path}`.replace(/[^A-Za-z0-9]+/g, '-')}`;

function renderContent(words: ViewerWords, document: ApiDocument, operation: ApiOperation): string {
  const parameters = parametersOf(document, operation)
    .map((one) => renderParameter(words, one))
    .join('');
  const body = Object.entries(operation.requestBody?.content ?? {})[0];
  const answers = Object.entries(operation.responses).map(([status, answer]) =>
    renderAnswer(words, status, lookUpAnswer(document, answer)),
  );
  return (
    (operation.description === undefined
      ? ''
      : `<p${words.foreign}>${escapeMarkup(operation.description)}</p>`) +
    section(words.t('parameters'), parameters && `<dl class="parameters">${parameters}</dl>`) +
    section(words.t('body'), body ? renderBody(words, body) : '') +
    section(words.t('answers'), `<dl class="answers">${answers.join('')}</dl>`)
  );
}

/** An operation that opens when it is asked for; a script finds in it what a request is made of. */
export function renderPlaced(words: ViewerWords, document: ApiDocument, placed: PlacedOperation): string {
  const { verb, path, operation } = placed;
  const facts = {
    id: anchorOf(placed),
    'data-verb': verb,
    'data-path': path,
    'data-schemes': schemesOf(document, operation).join(' '),
  };
  return (
    `<details class="operation"${attributes(facts)}><summary><b class="verb ${verb.toLowerCase()}">${verb}</b> ` +
    `<code>${escapeMarkup(path).replace(/\//g, '/<wbr>')}</code> <span>${words.told(operation.summary ?? '')}` +
    `${operation.deprecated ? ` <em>${words.t('deprecated')}</em>` : ''}</span></summary>` +
    `<div class="content">${renderContent(words, document, operation)}</div></details>`
  );
}
