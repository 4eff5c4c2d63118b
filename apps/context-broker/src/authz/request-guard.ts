import { Inject, Injectable } from '@nestjs/common';
import { AuthzGuard, challengeOf, readToken, type Verdict } from '@smart-city/authz';
import { NgsiError } from '@smart-city/ngsi';
import { traceHeaders } from '@smart-city/telemetry';
import { OPTIONS, type BrokerOptions } from '../cli/options';
import { Answer } from '../http/answer';
import type { NgsiRequest } from '../http/ngsi-request';
import { faultAnswer } from '../http/orion-error';
import { AuthzObservations } from './authz-observations';
import { readAuthzSettings } from './authz-settings';
import { executedResource, executedServicePaths } from './executed-request';

const REALM = 'context-broker';

/** What only a request gets that was never admitted. */
const NO_TOKEN = { kind: 'unauthenticated', reason: 'no token', isTokenMissing: true } as const;

type Refusal = Exclude<Verdict, { kind: 'permit' }>;

/** Built-in enforcement (`-authz`): stands before every handler. What it lets through, the identity manager has permitted. */
@Injectable()
export class RequestGuard {
  private readonly guard: AuthzGuard;
  private readonly open: ReadonlySet<string>;

  constructor(
    @Inject(OPTIONS) options: BrokerOptions,
    private readonly observations: AuthzObservations,
  ) {
    this.guard = new AuthzGuard(readAuthzSettings(options), observations);
    this.open = new Set(options.authzOpenPaths);
  }

  /** Before anything else is said about a request: whether it has a token. Preflights have none and run nothing. */
  admit(request: NgsiRequest): Answer | undefined {
    if (request.method === 'OPTIONS' || this.isOpen(request)) return undefined;
    const reading = readToken(request.rawHeaders);
    if (reading.kind === 'token') {
      request.token = reading.token;
      return undefined;
    }
    this.observations.judged(reading, 'checked');
    return refusalAnswer(request, reading);
  }

  /**
   * After its checks, before its body is read: whether the bearer may run exactly the operation that would run.
   *
   * @returns undefined when it may
   */
  decide(request: NgsiRequest): Answer | undefined | Promise<Answer | undefined> {
    if (this.isOpen(request)) return undefined;
    const { token } = request;
    if (token === undefined) return refusalAnswer(request, NO_TOKEN);
    try {
      const verdict = this.guard.check({
        token,
        action: request.method,
        resource: executedResource(request),
        service: request.tenant,
        servicePaths: executedServicePaths(request),
        traceHeaders: traceHeaders(request.trace),
      });
      return verdict instanceof Promise
        ? verdict.then((settled) => answerOf(request, settled))
        : answerOf(request, verdict);
    } catch (error) {
      // The tenant is no tenant.
      if (error instanceof NgsiError) return faultAnswer(request, error);
      throw error;
    }
  }

  private isOpen({ method, resource }: NgsiRequest): boolean {
    return method === 'GET' && resource !== undefined && this.open.has(resource.path);
  }
}

const answerOf = (request: NgsiRequest, verdict: Verdict) =>
  verdict.kind === 'permit' ? undefined : refusalAnswer(request, verdict);

function refusalAnswer(request: NgsiRequest, refusal: Refusal): Answer {
  const { status, body, headers } = faultAnswer(request, errorOf(refusal));
  const challenge = challengeOf(refusal, REALM);
  return new Answer(
    status,
    body,
    challenge === undefined ? headers : [...headers, 'WWW-Authenticate', challenge],
  );
}

function errorOf(refusal: Refusal): NgsiError {
  switch (refusal.kind) {
    case 'unauthenticated':
      return new NgsiError('Unauthorized', refusal.reason);
    case 'malformed':
      return new NgsiError('BadRequest', refusal.reason);
    case 'deny':
      return new NgsiError('Forbidden', 'the roles of this user do not permit the operation');
    case 'unavailable':
      return new NgsiError('ServiceUnavailable', 'the identity manager gives no decision');
  }
}
