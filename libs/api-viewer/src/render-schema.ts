import { escapeMarkup } from '@smart-city/service';
import { schemaName, type Schema } from './api-document';

const MOST_DEEP = 6;

const simple = ({ type, format, maxLength }: Schema): string => {
  const types = (Array.isArray(type) ? type : [type ?? 'any']) as readonly string[];
  const bounds = [format, maxLength === undefined ? undefined : `at most ${maxLength}`].filter(Boolean);
  return escapeMarkup(types.join(' | ') + (bounds.length > 0 ? ` (${bounds.join(', ')})` : ''));
};

const isObject = ({ type, properties }: Schema) =>
  properties !== undefined && (type === undefined || type === 'object' || type.includes('object'));

function members(schema: Schema, depth: number): string {
  const indent = '  '.repeat(depth + 1);
  const lines = Object.entries(schema.properties ?? {}).map(([name, member]) => {
    const mark = schema.required?.includes(name) ? '' : '?';
    const text = member.description === undefined ? '' : ` <i>${escapeMarkup(member.description)}</i>`;
    return `${indent}${escapeMarkup(name)}${mark}: ${renderSchema(member, depth + 1)}${text}\n`;
  });
  return `{\n${lines.join('')}${'  '.repeat(depth)}}`;
}

/** A schema as HTML in one line or more: members with `?` may be absent; names lead to their schemas. */
export function renderSchema(schema: Schema, depth = 0): string {
  if (depth > MOST_DEEP) return '…';
  if (schema.$ref !== undefined) {
    const name = escapeMarkup(schemaName(schema.$ref));
    return `<a href="#schema-${name}">${name}</a>`;
  }
  if (schema.oneOf) return schema.oneOf.map((one) => renderSchema(one, depth)).join(' | ');
  if (schema.const !== undefined) return escapeMarkup(JSON.stringify(schema.const));
  if (schema.enum) return schema.enum.map((value) => escapeMarkup(JSON.stringify(value))).join(' | ');
  if (isObject(schema)) return members(schema, depth);
  if (schema.items) return `list of ${renderSchema(schema.items, depth)}`;
  return simple(schema);
}
