import {
  byteOrder,
  decodePercent,
  fillJsonTemplate,
  renderJson,
  renderTemplate,
  type JexlContext,
  type Template,
} from '@smart-city/ngsi';
import type { Composition } from './composition';

type Filling = Pick<Composition, 'templates' | 'context' | 'options'>;

const NO_HEADERS: ReadonlyMap<string, string> = new Map();

/** A text of the channel: what its template gives, or as it stands where it has none. */
export const fillText = (
  template: Template | undefined,
  plain: string,
  { context, options: { maxSize } }: Filling,
): string => (template === undefined ? plain : renderTemplate(template, context, '', { maxSize }));

/** A key whose expression gives null is no key. */
export function fillKey(template: Template, context: JexlContext): string | undefined {
  const value = fillJsonTemplate({ kind: 'text', template }, context, { maxSize: 65_536 });
  return value === null ? undefined : typeof value === 'string' ? value : renderJson(value);
}

/**
 * The custom headers: names in lower case, values with `%xx` decoded. Dropped are those whose name is empty or whose
 * whole value is null.
 */
export function fillHeaders({ templates, context, options }: Filling): ReadonlyMap<string, string> {
  if (templates === undefined) return NO_HEADERS;
  const { maxSize } = options;
  const headers = new Map<string, string>();
  for (const [nameTemplate, valueTemplate] of templates.headers) {
    const name = renderTemplate(nameTemplate, context, 'null', { maxSize }).toLowerCase();
    if (name === '' || name === 'null') continue;
    if (valueTemplate.single?.evaluate(context) === null) continue;
    headers.set(name, decodePercent(renderTemplate(valueTemplate, context, '', { maxSize })));
  }
  return headers;
}

/** Path and query; items of `qs` with an empty name or value are left out, the rest is sorted by name. */
export function fillRequestTarget(path: string, { templates, context, options }: Filling): string {
  if (templates === undefined || templates.qs.length === 0) return escapeTarget(path);
  const { maxSize } = options;
  const items = new Map<string, string>();
  for (const [nameTemplate, valueTemplate] of templates.qs) {
    const name = renderTemplate(nameTemplate, context, '', { maxSize });
    const value = renderTemplate(valueTemplate, context, '', { maxSize });
    if (name !== '' && value !== '') items.set(name, value);
  }
  if (items.size === 0) return escapeTarget(path);
  const query = [...items].sort(([a], [b]) => byteOrder(a, b)).map(([name, value]) => `${name}=${value}`);
  return escapeTarget(`${path}?${query.join('&')}`);
}

/** Nothing is encoded but what would break the request line. */
const escapeTarget = (target: string): string =>
  target.replace(/[^\x21-\x7e]+/g, (piece) =>
    Buffer.from(piece)
      .toString('hex')
      .replace(/../g, (hex) => `%${hex.toUpperCase()}`),
  );
