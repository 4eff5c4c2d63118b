import type { SharedAttribute } from '../consents/consents.service';
import type { Access } from '../decisions/access.service';
import type { UserExtra } from '../../database/entities/user.row';

/** A user as claims tell of them, before consent is applied. */
export interface OpenIdProfile {
  readonly id: string;
  readonly username: string;
  readonly email: string;
  readonly emailVerified: boolean;
  readonly website: string | null;
  /** Absolute address, empty when there is no picture. */
  readonly imageUrl: string;
  /** IANA name of the zone; null: it is not known. */
  readonly timeZone: string | null;
  /** Milliseconds since 1970. */
  readonly updatedAt: number;
  readonly extra: UserExtra | null;
  readonly shared: ReadonlySet<SharedAttribute>;
}

/** Facts that claims are made of. */
export interface ClaimSource {
  readonly profile: OpenIdProfile;
  readonly access: Access;
  /** Whether `groups` also names organizations. */
  readonly groupsOrganizations: boolean;
}

interface Claim {
  /** Data that the user must have shared with the application. */
  readonly needs?: SharedAttribute;
  /** Undefined: nothing is known. */
  readonly read: (source: ClaimSource) => unknown;
}

const someText = (text: unknown): string | undefined =>
  typeof text === 'string' && text !== '' ? text : undefined;

function attribute({ profile }: ClaimSource, name: string): string | undefined {
  const attributes: unknown = profile.extra?.['identity_attributes'];
  if (typeof attributes !== 'object' || attributes === null || !Object.hasOwn(attributes, name))
    return undefined;
  return someText((attributes as Readonly<Record<string, unknown>>)[name]);
}

const ofIdentity = (name: string): Claim => ({
  needs: 'identity_attributes',
  read: (source) => attribute(source, name),
});

function addressOf(source: ClaimSource): object | undefined {
  const parts = ['street_address', 'locality', 'country'].flatMap((name) => {
    const value = attribute(source, name);
    return value === undefined ? [] : [[name, value] as const];
  });
  if (parts.length === 0) return undefined;
  return { formatted: parts.map(([, value]) => value).join('\n'), ...Object.fromEntries(parts) };
}

function groupsOf({ access, groupsOrganizations }: ClaimSource): readonly string[] {
  const names = [
    ...access.roles.map(({ name }) => name),
    ...access.organizations.flatMap(({ roles }) => roles.map(({ name }) => name)),
    ...(groupsOrganizations ? access.organizations.map(({ name }) => name) : []),
  ];
  return [...new Set(names)];
}

/** The claims of OpenID Connect Core section 5.1 that are known here, and `groups`. */
const CLAIMS: Readonly<Record<string, Claim>> = {
  name: { needs: 'username', read: ({ profile }) => profile.username },
  preferred_username: { needs: 'username', read: ({ profile }) => profile.username },
  given_name: ofIdentity('given_name'),
  family_name: ofIdentity('family_name'),
  picture: { needs: 'image', read: ({ profile }) => someText(profile.imageUrl) },
  website: { needs: 'username', read: ({ profile }) => someText(profile.website) },
  zoneinfo: { needs: 'username', read: ({ profile }) => someText(profile.timeZone) },
  updated_at: { needs: 'username', read: ({ profile }) => Math.floor(profile.updatedAt / 1000) },
  email: { needs: 'email', read: ({ profile }) => profile.email },
  email_verified: { needs: 'email', read: ({ profile }) => profile.emailVerified },
  address: { needs: 'identity_attributes', read: addressOf },
  phone_number: ofIdentity('phone_number'),
  groups: { read: groupsOf },
};

/** The claims that a word of the scope asks for (OpenID Connect Core section 5.4). */
const BY_SCOPE: Readonly<Record<string, readonly string[]>> = {
  profile: [
    'name',
    'preferred_username',
    'given_name',
    'family_name',
    'picture',
    'website',
    'zoneinfo',
    'updated_at',
  ],
  email: ['email', 'email_verified'],
  address: ['address'],
  phone: ['phone_number'],
  groups: ['groups'],
};

/** Claims of the id token that are no matter of the user's profile. */
const OF_TOKEN: readonly string[] = ['sub', 'acr', 'auth_time'];

/** Words of the scope that ask for claims. */
export const CLAIM_SCOPES: readonly string[] = Object.keys(BY_SCOPE);

/** Names of all claims about a user. */
export const USER_CLAIMS: readonly string[] = Object.keys(CLAIMS);

export const isClaim = (name: string): boolean => Object.hasOwn(CLAIMS, name) || OF_TOKEN.includes(name);

export const claimsOfScope = (words: readonly string[]): readonly string[] =>
  words.flatMap((word) => (Object.hasOwn(BY_SCOPE, word) ? (BY_SCOPE[word] ?? []) : []));

/** The values of claims, without those that the user shares with nobody here, or that are not known. */
export function renderClaims(
  names: Iterable<string>,
  source: ClaimSource,
): Readonly<Record<string, unknown>> {
  const rendered: Record<string, unknown> = {};
  for (const name of names) {
    const claim = Object.hasOwn(CLAIMS, name) ? CLAIMS[name] : undefined;
    if (!claim || (claim.needs !== undefined && !source.profile.shared.has(claim.needs))) continue;
    const value = claim.read(source);
    if (value !== undefined) rendered[name] = value;
  }
  return rendered;
}
