import { Injectable } from '@nestjs/common';
import { AccessService } from '../decisions/access.service';
import { AzfDomains } from '../decisions/azf-domains';
import { UserFactsService } from '../decisions/user-facts.service';
import { renderIotRecord, renderUserRecord } from '../decisions/user-record';
import { NotFound } from '../../faults/faults';
import type { JwtClaims } from './jwt';
import type { TokenOwner } from './token-owner';

/** The record that a JWT carries, so that a PEP proxy needs not ask. */
@Injectable()
export class JwtClaimsService {
  constructor(
    private readonly users: UserFactsService,
    private readonly access: AccessService,
    private readonly domains: AzfDomains,
  ) {}

  async claimsOf(owner: TokenOwner, applicationId: string): Promise<JwtClaims> {
    if (owner.type === 'client') return { app_id: applicationId };
    const azfDomain = await this.domains.of(applicationId);
    const context = { applicationId, trustedApplications: [], azfDomain, decision: '' } as const;
    if (owner.type === 'iot') return { ...renderIotRecord(owner.id, context), type: 'iot' };
    const user = await this.users.find(owner.id, applicationId);
    if (!user) throw new NotFound('user');
    const { extra: _extra, ...record } = renderUserRecord(
      user.facts,
      await this.access.accessOf(owner.id, applicationId),
      context,
    );
    return { ...record, type: 'user' };
  }
}
