import { Body, Delete, Get, HttpCode, Inject, Post, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import { CountedByPath } from '../../../http/route-facts';
import { ApiController } from '../api-controller';
import { memberOf } from '../member-of';
import { AllowOpen } from '../../../access/rule';
import { OPTIONS, type Options } from '../../../cli/options';
import { ApiError, unauthorized } from '../../../http/api-errors';
import type { Clock } from '../../../service/clock';
import { CLOCK } from '../../../service/tokens';
import { renderTokenUser } from '../users/render-user';
import { UsersService } from '../../../subjects/users/users.service';
import { ApiLogins } from '../../../subjects/tokens/api-logins.service';
import { ApiTokensService, type ApiTokenOwner } from '../../../subjects/tokens/api-tokens.service';
import type { ApiTokenRow } from '../../../database/entities/token.row';
import { bodyOf } from '../../../openapi/content';
import { ApiRoute } from '../described-route';
import { TokenPairs } from './token-pairs';
import { ApiTokenFacts, Credentials, IssuedApiToken } from './api-token-shapes';

const loginExample = { name: 'ann@city.example', password: 'a long passphrase' };

const invalidLogin = () => unauthorized('Invalid email or password');

const byHeaders = 'the tokens in X-Auth-Token and X-Subject-Token: same owner, or an administrator';

const textOf = (body: unknown, name: string) => {
  const value = memberOf(body, name);
  return typeof value === 'string' && value !== '' ? value : undefined;
};

const ownerOf = ({ userId, pepProxyId }: ApiTokenRow): ApiTokenOwner | undefined =>
  userId !== null ? { userId } : pepProxyId !== null ? { pepProxyId } : undefined;

const idOf = (owner: ApiTokenOwner) => ('userId' in owner ? owner.userId : owner.pepProxyId);

/** API tokens. */
@CountedByPath()
@ApiController('auth/tokens', 'API tokens')
export class ApiTokensController {
  constructor(
    private readonly tokens: ApiTokensService,
    private readonly logins: ApiLogins,
    private readonly users: UsersService,
    private readonly pairs: TokenPairs,
    @Inject(OPTIONS) private readonly options: Options,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** Keyrock answers 401 for everything that goes wrong here, so that nothing can be learnt. */
  @Post()
  @AllowOpen('a password, an API token, or both')
  @ApiRoute('Get an API token; it comes in the header X-Subject-Token', {
    takes: bodyOf(Credentials, loginExample),
    answers: bodyOf(IssuedApiToken),
    security: [],
  })
  async create(
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
    @Body() body: unknown,
  ): Promise<IssuedApiToken> {
    const { owner, methods, passwordAt } = await this.authenticate(body, request);
    const issued = await this.tokens.issue(owner, passwordAt, request.ip);
    if (!issued) throw unauthorized('Token has expired');
    const { token, expiresAt } = issued;
    response.setHeader('X-Subject-Token', token);
    const { level, authzforce } = this.options.pdp;
    return {
      token: { methods, expires_at: new Date(expiresAt).toISOString() },
      idm_authorization_config: { level, authzforce: authzforce !== undefined },
    };
  }

  @Get()
  @AllowOpen(byHeaders)
  @ApiRoute('Show the API token in the header X-Subject-Token', { answers: bodyOf(ApiTokenFacts) })
  async read(@Req() request: Request): Promise<ApiTokenFacts> {
    const { subject, subjectText } = await this.pairs.of(request).catch((error: unknown) => {
      if (error instanceof ApiError && error.status !== 401) throw invalidLogin();
      throw error;
    });
    const user = subject.userId === null ? null : await this.users.findById(subject.userId);
    return {
      access_token: subjectText,
      expires: new Date(subject.expiresAt).toISOString(),
      valid: subject.valid,
      ...(user ? { User: renderTokenUser(user) } : { PepProxy: { id: subject.pepProxyId } }),
    };
  }

  @Delete()
  @HttpCode(204)
  @AllowOpen(byHeaders)
  @ApiRoute('End the API token in the header X-Subject-Token')
  async delete(@Req() request: Request): Promise<void> {
    const { subject } = await this.pairs.of(request);
    await this.tokens.revoke(subject, request.ip);
  }

  private async authenticate(body: unknown, request: Request) {
    const name = textOf(body, 'name');
    const password = textOf(body, 'password');
    const text = textOf(body, 'token');
    const methods: string[] = [];
    const owners: ApiTokenOwner[] = [];
    let passwordAt: number | null = null;
    if (name !== undefined && password !== undefined) {
      methods.push('password');
      passwordAt = this.clock.now();
      const login = { name, password, code: textOf(body, 'code'), address: request.ip };
      const found = await this.logins.login(login);
      if ('wrong' in found)
        throw found.wrong === 'user' ? invalidLogin() : unauthorized('Invalid id or password');
      owners.push(found);
    }
    if (text !== undefined) {
      methods.push('token');
      const { owner, row } = await this.byToken(text);
      owners.push(owner);
      // Of tokens from before this was kept, the time they were made.
      passwordAt ??= row.passwordAt ?? row.createdAt;
    }
    const [owner, other] = owners;
    if (!owner) throw invalidLogin();
    if (other && ('userId' in owner !== 'userId' in other || idOf(owner) !== idOf(other)))
      throw unauthorized('Token not correspond to user');
    return { owner, methods, passwordAt };
  }

  private async byToken(text: string): Promise<{ readonly owner: ApiTokenOwner; readonly row: ApiTokenRow }> {
    const row = await this.tokens.find(text);
    const owner = row && ownerOf(row);
    if (!row || !owner) throw invalidLogin();
    if (!this.tokens.isLive(row)) throw unauthorized('Token has expired');
    if ('userId' in owner && !(await this.users.findById(owner.userId))?.enabled) throw invalidLogin();
    return { owner, row };
  }
}
