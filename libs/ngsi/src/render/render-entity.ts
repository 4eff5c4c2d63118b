import { renderString } from '../json/render-json';
import type { Attribute, Entity } from '../model/entity';
import { byteOrder } from '../values/byte-order';
import { DEFAULT_ENTITY_TYPE } from '../values/default-type';
import { BUILTIN_ATTRIBUTES, builtinAttribute } from './builtins';
import type { NotificationFacts } from './builtins';
import { renderBareValue, renderNormalizedAttribute } from './render-attribute';
import type { MetadataOptions } from './render-attribute';
import { renderKey } from './render-value';

export type Representation = 'normalized' | 'keyValues' | 'values' | 'unique';

export interface RenderOptions extends MetadataOptions {
  /** Default normalized. */
  readonly representation?: Representation;
  /**
   * Names of attributes to show, in that order; with `*` all user ones, builtins named beside it last. Absent or
   * empty: all user ones.
   */
  readonly attrs?: readonly string[];
  /** Order of the user's attributes where `attrs` gives none; names not in it are left out. Default byte order. */
  readonly order?: readonly string[];
}

/** Writes an entity: an object with id and type first, or an array for `values` and `unique`. */
export function renderEntity(entity: Entity, options: RenderOptions = {}): string {
  if (isList(options.representation)) return renderAttributes(entity, options);
  const type = entity.type === '' ? DEFAULT_ENTITY_TYPE : entity.type;
  const members = renderMembers(selectAttributes(entity, options), options);
  return `{"id":${renderString(entity.id)},"type":${renderString(type)}${members === '' ? '' : ','}${members}}`;
}

/** Writes the attributes alone: an object without id and type, or an array. */
export function renderAttributes(entity: Entity, options: RenderOptions = {}): string {
  const selected = selectAttributes(entity, options);
  if (!isList(options.representation)) return `{${renderMembers(selected, options)}}`;
  const values: string[] = [];
  for (const attribute of selected.values()) values.push(renderBareValue(attribute));
  return `[${(options.representation === 'unique' ? [...new Set(values)] : values).join(',')}]`;
}

/** Writes one attribute: `{"type","value","metadata"}`, or `{"<name>":<value>}` with keyValues, `[<value>]` as a list. */
export function renderAttribute(name: string, attribute: Attribute, options: RenderOptions = {}): string {
  if (isList(options.representation)) return `[${renderBareValue(attribute)}]`;
  if (options.representation === 'keyValues') return `{${renderKey(name)}${renderBareValue(attribute)}}`;
  return renderNormalizedAttribute(name, attribute, options);
}

const isList = (representation: Representation | undefined) =>
  representation === 'values' || representation === 'unique';

function renderMembers(selected: ReadonlyMap<string, Attribute>, options: RenderOptions): string {
  const keyValues = options.representation === 'keyValues';
  let text = '';
  for (const [name, attribute] of selected) {
    const value = keyValues
      ? renderBareValue(attribute)
      : renderNormalizedAttribute(name, attribute, options);
    text += `${text === '' ? '' : ','}${renderKey(name)}${value}`;
  }
  return text;
}

const NO_FACTS: NotificationFacts = {};

/** All names of the attributes, in the order in which they are shown. */
export const shownOrder = ({ attrs, isOrdered }: Entity): readonly string[] =>
  isOrdered ? [...attrs.keys()] : [...attrs.keys()].sort(byteOrder);

/**
 * The attributes to show, in order. A user attribute that bears a builtin name wins and is shown without asking, but
 * for `dateExpires`, which is stored as an ordinary attribute and shown only when named.
 */
export function selectAttributes(
  entity: Entity,
  options: RenderOptions = {},
): ReadonlyMap<string, Attribute> {
  const list = options.attrs ?? [];
  const selected = new Map<string, Attribute>();
  const all = list.length === 0 || list.includes('*');
  if (all) {
    for (const name of options.order ?? shownOrder(entity)) {
      const attribute = entity.attrs.get(name);
      if (attribute !== undefined && name !== 'dateExpires') selected.set(name, attribute);
    }
  }
  for (const name of all ? BUILTIN_ATTRIBUTES.filter((builtin) => list.includes(builtin)) : list) {
    const attribute =
      entity.attrs.get(name) ?? builtinAttribute(entity, name, options.notification ?? NO_FACTS);
    if (attribute !== undefined) selected.set(name, attribute);
  }
  return selected;
}
