import { Inject, Injectable } from '@nestjs/common';
import { isMissingReference } from '../../database/database-errors';
import type { UserRow } from '../../database/entities/user.row';
import { NotFound } from '../../faults/faults';
import type { Clock } from '../../service/clock';
import { CLOCK } from '../../service/tokens';
import type { Actor } from '../audit/actor';
import { AuditLog } from '../audit/audit-log';
import { StateChanges } from '../changes/state-changes';
import { ConsentsRepository } from './consents.repository';

/** What a user can share with an application. */
export const sharableAttributes = [
  'username',
  'email',
  'identity_attributes',
  'image',
  'gravatar',
  'eidas_profile',
] as const;

export type SharedAttribute = (typeof sharableAttributes)[number];

/** What OpenID Connect's words for claims (Core 5.4) stand for here. */
const claimsOf: Readonly<Record<string, readonly SharedAttribute[]>> = {
  profile: ['username', 'identity_attributes', 'image'],
  email: ['email'],
  address: ['identity_attributes'],
  phone: ['identity_attributes'],
};

/**
 * What there is to share of a user, as far as an application asks for it: what a scope names, or, without such words, all
 * that the record of a user can hold.
 *
 * @param scope  its words
 */
export function askedAttributes(
  { image, extra }: Pick<UserRow, 'image' | 'extra'>,
  scope: readonly string[],
): readonly SharedAttribute[] {
  const named = scope.flatMap((word) => (Object.hasOwn(claimsOf, word) ? (claimsOf[word] ?? []) : []));
  const wanted: ReadonlySet<string> = new Set(named.length > 0 ? named : Object.values(claimsOf).flat());
  const identity: unknown = extra?.['identity_attributes'];
  const hasIdentity =
    typeof identity === 'object' &&
    identity !== null &&
    Object.values(identity).some((value) => value !== '');
  const there: ReadonlySet<string> = new Set([
    'username',
    'email',
    ...(hasIdentity ? ['identity_attributes'] : []),
    ...(image === 'default' ? [] : ['image']),
  ]);
  return sharableAttributes.filter((name) => wanted.has(name) && there.has(name));
}

const byDefault: ReadonlySet<SharedAttribute> = new Set(['username', 'email']);

/** An application that a user let in, for the user to see. */
export interface GrantedApplication {
  readonly applicationId: string;
  readonly name: string;
  readonly description: string | null;
  readonly url: string | null;
  readonly image: string;
  readonly shared: readonly SharedAttribute[];
  /** Milliseconds since 1970. */
  readonly loginDate: number;
}

/** The set behind the stored comma list; null stands for the default. */
export function parseShared(list: string | null | undefined): ReadonlySet<SharedAttribute> {
  if (list === null || list === undefined) return byDefault;
  const words = list.split(',');
  return new Set(sharableAttributes.filter((name) => words.includes(name)));
}

/** Which applications a user lets in, and what they may know. */
@Injectable()
export class ConsentsService {
  constructor(
    private readonly rows: ConsentsRepository,
    @Inject(CLOCK) private readonly clock: Clock,
    private readonly changes: StateChanges,
    private readonly audit: AuditLog,
  ) {}

  hasConsented(userId: string, applicationId: string): Promise<boolean> {
    return this.rows.exists(userId, applicationId);
  }

  /**
   * Records a consent, or renews the one there is.
   *
   * @param shared  what the user chose; undefined keeps an earlier choice, or the default
   * @throws NotFound the user or the application was deleted meanwhile
   */
  async record(userId: string, applicationId: string, shared?: readonly SharedAttribute[]): Promise<void> {
    await this.save(userId, applicationId, shared);
    // Records of the user show what was chosen now.
    if (shared !== undefined) this.changes.tell('consent', { userId, applicationId });
  }

  /** What the user let in, the latest login first. */
  async list(userId: string): Promise<readonly GrantedApplication[]> {
    const rows = await this.rows.listOf(userId);
    return rows.map(({ sharedAttributes, ...rest }) => ({
      ...rest,
      shared: [...parseShared(sharedAttributes)],
    }));
  }

  /** Takes a consent back, and ends what the application holds for the user: codes, access and refresh tokens. */
  withdraw(actor: Actor, applicationId: string): Promise<void> {
    return this.withdrawOf(actor, actor.user, applicationId);
  }

  /** The same of another user, for an administrator; doors ask before whether the actor is one. */
  async withdrawOf(actor: Actor, { id }: Pick<UserRow, 'id'>, applicationId: string): Promise<void> {
    await this.rows.withdraw(id, applicationId, this.clock.now());
    this.changes.tell('consent', { userId: id, applicationId });
    this.changes.tell('tokens of user', { userId: id, applicationId });
    this.audit.recordDone(actor, 'consent.withdraw', { applicationId, subject: id });
  }

  private async save(
    userId: string,
    applicationId: string,
    shared: readonly SharedAttribute[] | undefined,
  ): Promise<void> {
    try {
      await this.rows.save(userId, applicationId, this.clock.now(), shared?.join(','));
    } catch (error) {
      if (isMissingReference(error)) throw new NotFound('user');
      throw error;
    }
  }
}
