import { HttpException, Inject, Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { AuthzGuard, challengeOf, readToken, type Caller, type Verdict } from '@smart-city/authz';
import type { Request, Response } from 'express';

/** What the guard leaves for handlers: who asked. */
export interface GuardedRequest extends Request {
  caller: Caller;
}

const STATUS = {
  deny: 403,
  restricted: 403,
  unauthenticated: 401,
  malformed: 400,
  unavailable: 503,
} as const satisfies Readonly<Record<Exclude<Verdict['kind'], 'permit'>, number>>;

/** Lets a request through when the identity manager permits its verb on the route that will run. */
@Injectable()
export class TokenGuard implements CanActivate {
  constructor(@Inject(AuthzGuard) private readonly authz: AuthzGuard) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest<GuardedRequest>();
    const verdict = await this.judge(request);
    if (verdict.kind === 'permit') {
      request.caller = verdict.caller;
      return true;
    }
    const challenge = challengeOf(verdict, 'protected-service');
    if (challenge) context.switchToHttp().getResponse<Response>().setHeader('WWW-Authenticate', challenge);
    throw new HttpException(verdict.kind, STATUS[verdict.kind]);
  }

  private judge(request: GuardedRequest): Verdict | Promise<Verdict> {
    const reading = readToken(request.rawHeaders);
    if (reading.kind !== 'token') return reading;
    return this.authz.check({
      token: reading.token,
      action: request.method,
      // The matched route, not the text of the URL: `/NOTIFY/` runs the same handler as `/notify`.
      resource: (request.route as { readonly path: string }).path,
      service: request.header('fiware-service'),
    });
  }
}
