import { isJsonArray, isJsonObject, type JsonValue, renderJson } from '@smart-city/context';
import type { JexlContext, JexlProgram } from '../jexl/evaluate-jexl';
import { compileJexl } from '../jexl/evaluate-jexl';

/** A text with macros that cannot be sent: nothing is. */
export class TemplateError extends Error {
  override readonly name = 'TemplateError';

  constructor(
    readonly fault: 'unclosed' | 'too large',
    message: string,
  ) {
    super(message);
  }
}

/** A text with `${…}` macros, taken apart once. */
export interface Template {
  readonly source: string;
  /** Fixed text and expressions, alternating as they came. */
  readonly parts: readonly (string | JexlProgram)[];
  /** The expression, when the whole text is one macro: its value keeps its JSON type. */
  readonly single?: JexlProgram;
  /** Some `${` is never closed. */
  readonly isUnclosed: boolean;
}

/** Takes a text apart. A macro ends at the first `}`, but for a text that is one macro from start to end. */
export function compileTemplate(source: string): Template {
  if (source.startsWith('${') && source.endsWith('}') && source.indexOf('${', 2) < 0) {
    const single = compileJexl(source.slice(2, -1));
    const end = source.indexOf('}');
    const parts =
      end === source.length - 1 ? [single] : [compileJexl(source.slice(2, end)), source.slice(end + 1)];
    return { source, parts, single, isUnclosed: false };
  }
  const parts: (string | JexlProgram)[] = [];
  let done = 0;
  for (let start = source.indexOf('${'); start >= 0; start = source.indexOf('${', done)) {
    const end = source.indexOf('}', start);
    if (end < 0) return { source, parts: [source], isUnclosed: true };
    if (start > done) parts.push(source.slice(done, start));
    parts.push(compileJexl(source.slice(start + 2, end)));
    done = end + 1;
  }
  if (done < source.length) parts.push(source.slice(done));
  return { source, parts, isUnclosed: false };
}

export interface TemplateLimits {
  /** Characters of the result, `-outReqMsgMaxSize`. */
  readonly maxSize: number;
}

const asText = (value: JsonValue): string => (typeof value === 'string' ? value : renderJson(value));

/**
 * Replaces each macro by the text of its value: strings as they are, anything else as JSON.
 *
 * @param ifNull  stands for null and for what cannot be resolved
 * @throws TemplateError  a macro is not closed, or the result is longer than the limit
 */
export function renderTemplate(
  template: Template,
  context: JexlContext,
  ifNull: string,
  { maxSize }: TemplateLimits,
): string {
  if (template.isUnclosed)
    throw new TemplateError('unclosed', 'macro end not found, syntax error, aborting substitution');
  if (template.source.length > maxSize)
    throw new TemplateError('too large', 'too large initial string, before substitution');
  let text = '';
  for (const part of template.parts) {
    const value = typeof part === 'string' ? part : part.evaluate(context);
    text += value === null ? ifNull : asText(value);
    if (text.length > maxSize)
      throw new TemplateError('too large', 'too large final string, after substitution');
  }
  return text;
}

/** A JSON value whose strings may hold macros, taken apart once. */
export type JsonTemplate =
  | { readonly kind: 'fixed'; readonly value: JsonValue }
  | { readonly kind: 'text'; readonly template: Template }
  | { readonly kind: 'array'; readonly items: readonly JsonTemplate[] }
  | { readonly kind: 'object'; readonly members: readonly (readonly [string, JsonTemplate])[] };

export function compileJsonTemplate(value: JsonValue): JsonTemplate {
  if (typeof value === 'string')
    return value.includes('${')
      ? { kind: 'text', template: compileTemplate(value) }
      : { kind: 'fixed', value };
  if (isJsonArray(value)) return { kind: 'array', items: value.map(compileJsonTemplate) };
  if (isJsonObject(value))
    return { kind: 'object', members: [...value].map(([key, member]) => [key, compileJsonTemplate(member)]) };
  return { kind: 'fixed', value };
}

/**
 * Fills in a JSON value. A string that is one macro takes the macro's value and type (null when it cannot be
 * resolved), other strings stay strings. A string with a macro that is not closed stays as it is.
 *
 * @throws TemplateError  a string grows beyond the limit
 */
export function fillJsonTemplate(
  template: JsonTemplate,
  context: JexlContext,
  limits: TemplateLimits,
): JsonValue {
  switch (template.kind) {
    case 'fixed':
      return template.value;
    case 'text': {
      const { single, isUnclosed, source } = template.template;
      if (single !== undefined) return single.evaluate(context);
      return isUnclosed ? source : renderTemplate(template.template, context, 'null', limits);
    }
    case 'array':
      return template.items.map((item) => fillJsonTemplate(item, context, limits));
    case 'object':
      return new Map(
        template.members.map(([key, member]) => [key, fillJsonTemplate(member, context, limits)]),
      );
  }
}

/** Decodes `%xx`; an incomplete or invalid sequence stays as it is (as libcurl's unescape, which works on bytes). */
export function decodePercent(text: string): string {
  if (!/%[0-9A-Fa-f]{2}/.test(text)) return text;
  const bytes: number[] = [];
  const raw = Buffer.from(text, 'utf8');
  for (let at = 0; at < raw.length; at++) {
    const hex = raw[at] === 0x25 ? raw.toString('latin1', at + 1, at + 3) : '';
    if (/^[0-9A-Fa-f]{2}$/.test(hex)) {
      bytes.push(parseInt(hex, 16));
      at += 2;
    } else {
      bytes.push(raw[at]!);
    }
  }
  return Buffer.from(bytes).toString('utf8');
}
