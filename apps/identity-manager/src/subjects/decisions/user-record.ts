import type { UserExtra } from '../../database/entities/user.row';
import type { SharedAttribute } from '../consents/consents.service';
import type { Access } from './access.service';
import type { Decision } from './decision';

/** What the record says of a user, before consent is applied. */
export interface UserFacts {
  readonly id: string;
  readonly username: string;
  readonly email: string;
  readonly gravatar: boolean;
  /** URL of the picture, empty when there is none. */
  readonly imageUrl: string;
  readonly extra: UserExtra | null;
  /** Of `extra` what clients have put there, without what may be a secret; null for nothing. */
  readonly custom: Readonly<Record<string, unknown>> | null;
  readonly shared: ReadonlySet<SharedAttribute>;
}

export interface RecordContext {
  /** The application the token was issued to. */
  readonly applicationId: string;
  readonly trustedApplications: readonly string[];
  readonly azfDomain: string;
  readonly decision: Decision | '';
}

const identityAttributes = (extra: UserExtra | null): unknown => {
  const attributes = extra?.['identity_attributes'];
  return typeof attributes === 'object' && attributes !== null ? attributes : {};
};

/**
 * The user information record, members in Keyrock's order. Its `extra` member is what clients have put there, without what may be a
 * secret.
 */
export function renderUserRecord(user: UserFacts, access: Access, context: RecordContext) {
  const username = user.shared.has('username') ? user.username : '';
  return {
    organizations: access.organizations,
    displayName: username,
    roles: access.roles,
    app_id: context.applicationId,
    trusted_apps: context.trustedApplications,
    isGravatarEnabled: user.gravatar,
    isAvatarEnabled: user.gravatar,
    id: user.id,
    authorization_decision: context.decision,
    app_azf_domain: context.azfDomain,
    eidas_profile: {},
    attributes: user.shared.has('identity_attributes') ? identityAttributes(user.extra) : {},
    shared_attributes: '',
    username,
    email: user.shared.has('email') ? user.email : '',
    given_name: username,
    family_name: username,
    image: user.shared.has('image') ? user.imageUrl : '',
    gravatar: '',
    extra: user.custom,
    sub: user.id,
  };
}

/**
 * The record of an IoT agent; `organizations` is there because older PEP proxies read it. As in Keyrock it says no decision and names no
 * trusted application: PEP proxies then refuse the agents of other applications.
 */
export function renderIotRecord(
  agentId: string,
  context: Pick<RecordContext, 'applicationId' | 'azfDomain'>,
) {
  return {
    organizations: [],
    displayName: '',
    roles: [],
    app_id: context.applicationId,
    trusted_apps: [],
    id: agentId,
    app_azf_domain: context.azfDomain,
  };
}
