import { Inject, Injectable } from '@nestjs/common';
import type { Step } from '../../database/dialect';
import type { ClaimsRequest } from '../../database/entities/openid.row';
import type { Clock } from '../../service/clock';
import { CLOCK } from '../../service/tokens';
import { NO_CLAIMS } from './claims-parameter';
import { OpenIdGrantsRepository } from './openid-grants.repository';

/** Facts of a grant beside its tokens. */
export interface OpenIdGrant {
  /** Origin of the assignment; undefined: it is not known. */
  readonly issuer: string | undefined;
  /** Name of the session it was given in; undefined: in none. */
  readonly sid: string | undefined;
  /** How the user signed in (RFC 8176). */
  readonly amr: readonly string[];
  readonly claims: ClaimsRequest;
  /** Resources that were granted (RFC 8707). */
  readonly resources: readonly string[];
}

/** Whose grant it is. */
export interface GrantKey {
  readonly familyId: string;
  readonly applicationId: string;
  readonly userId: string;
}

/** A family id says whether anything is kept of its grant, so that nobody looks for nothing. */
const MARK = 'g';

/** The family id of a grant of which something is kept. */
export const markedFamily = (familyId: string): string => MARK + familyId;

const words = (text: string | null, separator: string): readonly string[] =>
  text === null || text === '' ? [] : text.split(separator);

/** Keeps and finds what is known of grants. */
@Injectable()
export class OpenIdGrants {
  constructor(
    private readonly rows: OpenIdGrantsRepository,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** The step that keeps a grant, for the transaction that gives its code or tokens. */
  keeping(key: GrantKey, { issuer, sid, amr, claims, resources }: OpenIdGrant): Step {
    return this.rows.insertion({
      ...key,
      issuer: issuer ?? null,
      sid: sid ?? null,
      amr: amr.join(','),
      claims: claims === NO_CLAIMS ? null : claims,
      resources: resources.length === 0 ? null : resources.join(' '),
      createdAt: this.clock.now(),
    });
  }

  /** Keeps a grant that gives neither code nor token. */
  async keep(key: GrantKey, grant: OpenIdGrant): Promise<void> {
    await this.rows.insert(this.keeping(key, grant));
  }

  /** @param familyId  of a code or token; undefined when nothing is kept of its grant */
  async find(familyId: string | null): Promise<OpenIdGrant | undefined> {
    if (!familyId?.startsWith(MARK)) return undefined;
    const row = await this.rows.find(familyId);
    return (
      row && {
        issuer: row.issuer ?? undefined,
        sid: row.sid ?? undefined,
        amr: words(row.amr, ','),
        claims: row.claims ?? NO_CLAIMS,
        resources: words(row.resources, ' '),
      }
    );
  }
}
