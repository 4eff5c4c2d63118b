import { SetMetadata } from '@nestjs/common';
import { may, type InternalPermission } from '../subjects/roles/internal-permission';

/** Who may call a route of the management API. */
export type Rule =
  /** The handler itself looks at who asks; `why` says how. */
  | { readonly kind: 'open'; readonly why: string }
  /** The API token of a PEP proxy, or of an administrator. */
  | { readonly kind: 'pep-proxy' }
  | { readonly kind: 'any-user' }
  /** A user who may register applications and create organizations. */
  | { readonly kind: 'creator' }
  | { readonly kind: 'admin' }
  /** The user that the path names, or an administrator. */
  | { readonly kind: 'self-or-admin' }
  /** An owner of the organization that the path names. */
  | { readonly kind: 'organization-owner' }
  /** A user who has any role in the application that the path names. */
  | { readonly kind: 'any-role' }
  /** A user who holds any of these permissions in the application that the path names. */
  | { readonly kind: 'permission'; readonly anyOf: readonly InternalPermission[] };

export const RULE = 'identity-manager.rule';

const allow = (rule: Rule) => SetMetadata(RULE, rule);

/*
 * One of these stands on every route. A route without one is refused to everybody, and a test says so.
 */

export const AllowOpen = (why: string) => allow({ kind: 'open', why });
export const AllowPepProxy = () => allow({ kind: 'pep-proxy' });
export const AllowAnyUser = () => allow({ kind: 'any-user' });
export const AllowCreating = () => allow({ kind: 'creator' });
export const AllowAdmin = () => allow({ kind: 'admin' });
export const AllowSelfOrAdmin = () => allow({ kind: 'self-or-admin' });
export const AllowOrganizationOwner = () => allow({ kind: 'organization-owner' });
export const AllowAnyRole = () => allow({ kind: 'any-role' });
export const AllowPermission = (...anyOf: readonly InternalPermission[]) =>
  allow({ kind: 'permission', anyOf });

/** Seeing and assigning roles, and trusting other applications. */
export const AllowAssigning = () =>
  AllowPermission(may.assignInternalRoles, may.assignAllRoles, may.assignOwnRoles);

/** A rule in words, for documents. */
export function describeRule(rule: Rule): string {
  switch (rule.kind) {
    case 'open':
      return rule.why;
    case 'pep-proxy':
      return 'PEP proxy or administrator';
    case 'any-user':
      return 'any user';
    case 'creator':
      return 'any user; only administrators where the settings say so';
    case 'admin':
      return 'administrator';
    case 'self-or-admin':
      return 'the user, or an administrator';
    case 'organization-owner':
      return 'owner of the organization';
    case 'any-role':
      return 'a user with a role in the application';
    case 'permission':
      return `internal permission ${rule.anyOf.join(' or ')} in the application`;
  }
}
