import type { ApplicationRow } from '../../../database/entities/application.row';
import { freshFields, type ApplicationFields } from './application-form';

/** What somebody registers, as they would say it. `custom` chooses its grants by itself. */
export const APPLICATION_KINDS = ['web', 'app', 'service', 'device', 'custom'] as const;

export type ApplicationKind = (typeof APPLICATION_KINDS)[number];

export const isApplicationKind = (text: string): text is ApplicationKind =>
  APPLICATION_KINDS.some((kind) => kind === text);

type Settings = Pick<ApplicationFields, 'grants' | 'tokenTypes' | 'openid' | 'isPublic'> &
  Partial<Pick<ApplicationFields, 'openid_style'>>;

const openId = { openid: true, openid_style: 'openid' } as const;

/**
 * What each kind needs: users sign in by codes (RFC 9700); what runs on their devices keeps no secret and must use PKCE; programs
 * act for themselves; devices have an account each, and may keep a token for good.
 */
const settings: Readonly<Record<Exclude<ApplicationKind, 'custom'>, Settings>> = {
  web: { grants: ['authorization_code', 'refresh_token'], tokenTypes: [], ...openId, isPublic: false },
  app: { grants: ['authorization_code', 'refresh_token'], tokenTypes: [], ...openId, isPublic: true },
  service: { grants: ['client_credentials'], tokenTypes: [], openid: false, isPublic: false },
  device: {
    grants: ['password', 'refresh_token'],
    tokenTypes: ['permanent'],
    openid: false,
    isPublic: false,
  },
};

/** The fields of a form with what its kind needs; `custom` stays as it is. */
export const withKind = (fields: ApplicationFields, kind: ApplicationKind): ApplicationFields =>
  kind === 'custom' ? fields : { ...fields, ...settings[kind] };

export const fieldsOfKind = (kind: ApplicationKind): ApplicationFields => withKind(freshFields, kind);

/** Whether users sign in, and so have to be sent back somewhere. */
export const sendsUsers = (kind: ApplicationKind): boolean => kind !== 'service' && kind !== 'device';

/** What an application is, by its grants: those that were registered in other ways have a kind, too. */
export function kindOf({ clientType, grantType }: Pick<ApplicationRow, 'clientType' | 'grantType'>) {
  const grants = new Set((grantType ?? '').split(','));
  if (clientType === 'public') return 'app';
  if (grants.has('authorization_code')) return 'web';
  return grants.has('client_credentials') ? 'service' : 'device';
}
