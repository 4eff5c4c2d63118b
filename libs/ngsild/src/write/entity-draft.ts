import {
  expiresAtOf,
  membersOfTypes,
  placeOfScopes,
  scopesOf,
  typesOf,
  withoutExpiry,
  type Attribute,
  type Entity,
  type EntityDraft,
} from '@smart-city/context';
import type { EntityInput } from '../entity/attribute-input';
import { NGSILD_NULL } from '../entity/ngsild-null';
import type { StoredAttribute } from './instances';

/** Makes the new state of an entity. */
export interface LdWrite {
  readonly after: EntityDraft;
  /** Stored names of the attributes that the request names and the operation wrote, in its order. */
  readonly updated: readonly string[];
  /** Attributes that were left as they are, with the reason. */
  readonly notUpdated: readonly { readonly name: string; readonly reason: string }[];
  /** Nothing of the entity changes, its date neither. */
  readonly isUnchanged?: boolean;
}

/** Attributes of an entity in the making. */
export class DraftAttributes {
  readonly map: Map<string, Attribute>;
  readonly updated: string[] = [];

  constructor(before: Entity | undefined) {
    this.map = new Map(before === undefined ? [] : withoutExpiry(before.attrs));
  }

  /** @param attribute  undefined: there is none any more */
  put(name: string, attribute: StoredAttribute | undefined): void {
    this.updated.push(name);
    if (attribute === undefined) this.map.delete(name);
    else this.map.set(name, attribute as Attribute);
  }
}

/** How scopes of a request go together with those that are stored. */
export type ScopeRule = 'replace' | 'add' | 'replaceExisting';

/** Returns the entity with other attributes, and with what the input says of types, scopes and end. */
export function draftAfter(
  before: Entity,
  input: Omit<EntityInput, 'attributes'>,
  attributes: DraftAttributes,
  scopeRule: ScopeRule,
): EntityDraft {
  const { id, type, furtherTypes } = before;
  const types =
    input.types === undefined
      ? { type, ...(furtherTypes !== undefined && { furtherTypes }) }
      : membersOfTypes([...new Set([...typesOf(before), ...input.types])], type);
  const expiresAt = input.expiresAt ?? expiresAtOf(before);
  return {
    id,
    ...types,
    ...placeAfter(before, input.scopes, scopeRule),
    attrs: attributes.map,
    ...(expiresAt !== undefined && expiresAt !== NGSILD_NULL && { expiresAt }),
  };
}

function placeAfter(before: Entity, scopes: readonly string[] | undefined, rule: ScopeRule) {
  const stored = scopesOf(before);
  if (scopes === undefined || (rule === 'replaceExisting' && stored.length === 0)) {
    const { servicePath, scopes: kept } = before;
    return { servicePath, ...(kept !== undefined && { scopes: kept }) };
  }
  return placeOfScopes(rule === 'add' ? [...new Set([...stored, ...scopes])] : scopes);
}

/** Returns an entity that is all that the input says. */
export function wholeDraft(
  input: EntityInput,
  id: string,
  types: readonly string[],
  before: Entity | undefined,
  attributes: DraftAttributes,
): EntityDraft {
  return {
    id,
    ...membersOfTypes(types, before?.type),
    ...placeOfScopes(input.scopes ?? []),
    attrs: attributes.map,
    ...(input.expiresAt !== undefined && { expiresAt: input.expiresAt }),
  };
}
