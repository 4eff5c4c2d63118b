import { type Attribute, byteOrder, type Entity, type NotificationFacts } from '@smart-city/context';
import { BUILTIN_ATTRIBUTES, builtinAttribute } from './builtins';
import type { MetadataOptions } from './render-attribute';

/** `feature`: a Feature of GeoJSON (RFC 7946). */
export type Representation = 'normalized' | 'keyValues' | 'values' | 'unique' | 'feature';

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
