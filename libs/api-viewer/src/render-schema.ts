import { escapeMarkup } from '@smart-city/service';
import { schemaName, type Schema } from './api-document';
import type { ViewerWords } from './viewer-words';

const MOST_DEEP = 6;

const simple = (words: ViewerWords, { type, format = '', maxLength }: Schema): string => {
  const types = type === undefined ? words.t('any') : escapeMarkup([type].flat().join(' | '));
  const longest = maxLength === undefined ? '' : words.t('atMost', { length: maxLength });
  const bounds = [escapeMarkup(format), longest].filter((bound) => bound !== '');
  return types + (bounds.length > 0 ? ` (${bounds.join(', ')})` : '');
};

const isObject = ({ type, properties }: Schema) =>
  properties !== undefined && (type === undefined || type === 'object' || type.includes('object'));

function members(words: ViewerWords, schema: Schema, depth: number): string {
  const indent = '  '.repeat(depth + 1);
  const lines = Object.entries(schema.properties ?? {}).map(([name, member]) => {
    const mark = schema.required?.includes(name) ? '' : '?';
    const text =
      member.description === undefined ? '' : ` <i${words.foreign}>${escapeMarkup(member.description)}</i>`;
    return `${indent}${escapeMarkup(name)}${mark}: ${renderSchema(words, member, depth + 1)}${text}\n`;
  });
  return `{\n${lines.join('')}${'  '.repeat(depth)}}`;
}

/** A schema as HTML in one line or more: members with `?` may be absent; names lead to their schemas. */
export function renderSchema(words: ViewerWords, schema: Schema, depth = 0): string {
  if (depth > MOST_DEEP) return '…';
  if (schema.$ref !== undefined) {
    const name = escapeMarkup(schemaName(schema.$ref));
    return `<a href="#schema-${name}">${name}</a>`;
  }
  if (schema.oneOf) return schema.oneOf.map((one) => renderSchema(words, one, depth)).join(' | ');
  if (schema.const !== undefined) return escapeMarkup(JSON.stringify(schema.const));
  if (schema.enum) return schema.enum.map((value) => escapeMarkup(JSON.stringify(value))).join(' | ');
  if (isObject(schema)) return members(words, schema, depth);
  if (schema.items) return `${words.t('listOf')} ${renderSchema(words, schema.items, depth)}`;
  return simple(words, schema);
}
