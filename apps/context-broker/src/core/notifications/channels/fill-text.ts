import {
  compileTemplate,
  decodePercent,
  renderTemplate,
  type JexlContext,
  type Template,
} from '@smart-city/ngsiv2';
import { ComposeError } from '../compose-error';

/** What macros are filled in with: part of a composition. */
export interface Filling {
  readonly context: JexlContext;
  readonly maxSize: number;
}

/** Names and values with macros, taken apart once. */
export type TemplatePairs = readonly (readonly [name: Template, value: Template])[];

export const compilePairs = (entries: ReadonlyMap<string, string>): TemplatePairs =>
  [...entries].map(([name, value]) => [compileTemplate(name), compileTemplate(value)] as const);

/**
 * A text of a channel, made ready.
 *
 * @param isCustom  whether macros are replaced; what cannot be computed is empty then
 */
export function compileText(text: string, isCustom: boolean): (filling: Filling) => string {
  if (!isCustom || !text.includes('${')) return () => text;
  const template = compileTemplate(text);
  return ({ context, maxSize }) => renderTemplate(template, context, '', { maxSize });
}

/** An address of a channel, made ready: parsed once, or for each notification where it has macros. */
export interface CompiledAddress<T> {
  readonly constant: T | undefined;
  /** Where there is no constant one. @throws ComposeError  the text is none, whether or not it had macros */
  fill(filling: Filling): T;
}

/** @param parse  undefined for a text that is no address of the channel's kind */
export function compileAddress<T>(
  url: string,
  isCustom: boolean,
  parse: (text: string) => T | undefined,
): CompiledAddress<T> {
  const fill = compileText(url, isCustom);
  return {
    constant: isCustom && url.includes('${') ? undefined : parse(url),
    fill: (filling) => {
      const text = fill(filling);
      const address = parse(text);
      if (address !== undefined) return address;
      throw new ComposeError('error', `Runtime Error (not sending notification: malformed URL: '${text}')`);
    },
  };
}

const NO_HEADERS: ReadonlyMap<string, string> = new Map();

/**
 * Custom headers: names in lower case, values with `%xx` decoded. A macro that gives nothing is written `null` within
 * other text; a header that is nothing but such a macro is dropped.
 */
export function fillHeaders(
  templates: TemplatePairs,
  { context, maxSize }: Filling,
): ReadonlyMap<string, string> {
  if (templates.length === 0) return NO_HEADERS;
  const headers = new Map<string, string>();
  for (const [nameTemplate, valueTemplate] of templates) {
    if (isNull(nameTemplate, context) || isNull(valueTemplate, context)) continue;
    const name = renderTemplate(nameTemplate, context, 'null', { maxSize }).toLowerCase();
    if (name === '') continue;
    headers.set(name, decodePercent(renderTemplate(valueTemplate, context, 'null', { maxSize })));
  }
  return headers;
}

const isNull = ({ single }: Template, context: JexlContext): boolean => single?.evaluate(context) === null;
