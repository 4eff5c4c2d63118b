import { Injectable } from '@nestjs/common';
import type { Request } from 'express';
import type { ApiTokenRow } from '../../../database/entities/token.row';
import { badRequest, forbidden, notFound, unauthorized } from '../../../http/api-errors';
import { ApiTokensService } from '../../../subjects/tokens/api-tokens.service';
import { UsersService } from '../../../subjects/users/users.service';
import { apiTokenOf, headerOf } from '../api-token';

/** The token that a request is about; the other one, whose owner asks, may meet it. */
export interface SubjectToken {
  readonly subjectText: string;
  readonly subject: ApiTokenRow;
}

/** Two tokens of one request: in `X-Auth-Token` (or Authorization) whose owner asks, in `X-Subject-Token` what is asked about. */
@Injectable()
export class TokenPairs {
  constructor(
    private readonly tokens: ApiTokensService,
    private readonly users: UsersService,
  ) {}

  /**
   * A user may look at and end own tokens, an administrator those of any user, a PEP proxy only its own.
   *
   * @throws ApiError 400 without one of the two, 404 for an unknown one, 401 when the first has ended, 403
   */
  async of(request: Request): Promise<SubjectToken> {
    const subjectText = headerOf(request, 'x-subject-token');
    if (subjectText === undefined) throw badRequest('Expecting to find X-Subject-token in requests');
    const authText = apiTokenOf(request);
    if (authText === undefined) throw badRequest('Expecting to find X-Auth-token/Authorization in requests');
    const auth = await this.tokens.find(authText);
    if (!auth) throw notFound('Auth Token not found');
    const subject = await this.tokens.find(subjectText);
    if (!subject) throw notFound('Subject Token not found');
    if (!this.tokens.isLive(auth)) throw unauthorized('Auth Token has expired');
    await this.check(auth, subject);
    return { subject, subjectText };
  }

  private async check(auth: ApiTokenRow, subject: ApiTokenRow): Promise<void> {
    if (auth.userId !== null && subject.userId !== null) {
      const user = await this.users.findById(auth.userId);
      if (!user?.enabled) throw unauthorized('Auth Token has expired');
      if (user.id !== subject.userId && !user.admin)
        throw forbidden('User must be admin or owner of the two tokens');
    } else if (auth.pepProxyId !== null && subject.pepProxyId !== null) {
      if (auth.pepProxyId !== subject.pepProxyId)
        throw forbidden('Pep Proxy must be owner of the two tokens');
    } else {
      throw forbidden('Subject and auth token are not owned by the same entity');
    }
  }
}
