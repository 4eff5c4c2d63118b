import { Inject, Injectable, Optional, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { AuthzGuard, challengeOf, readToken, type AccessQuestion, type Verdict } from '@smart-city/authz';
import { traceHeaders } from '@smart-city/telemetry';
import { OPTIONS, type BrokerOptions } from '../../cli/options';
import type { NgsiRequest } from '../../http/ngsi-request';
import type { Answer } from '../../http/answer';
import { AnsweredOtherwise, Refusal } from '../../http/answer-fault';
import { AuthzObservations } from './authz-observations';
import { readAuthzSettings } from '../../cli/authz-settings';
import { readGrants } from '../../core/grants/read-grants';
import { PEOPLE_DOOR, type PeopleDoor } from './people-door';
import { metadataOf, PROTECTED_RESOURCE } from './protected-resource';
import { executedResource, executedServicePaths } from './executed-request';

const REALM = 'context-broker';

/** What only a request gets that got here without its token being looked for. */
const NO_TOKEN = { kind: 'unauthenticated', reason: 'no token', isTokenMissing: true } as const;

/** What others before the broker may read otherwise than it does is not decided about. */
const TENANCY = ['Fiware-Service', 'Fiware-ServicePath', 'NGSILD-Tenant'] as const;

/** Whether fields of different names do so: the same holds of them. */
const namesSeveralTenants = (request: NgsiRequest): boolean =>
  request.face.tenantHeaders.length > 1 &&
  request.face.tenantHeaders.filter((name) => request.header(name) !== undefined).length > 1;

/** Built-in enforcement (`-authz`): stands before every handler. What it lets through, the identity manager has permitted. */
@Injectable()
export class EnforcementGuard implements CanActivate {
  private readonly guard: AuthzGuard;
  private readonly open: ReadonlySet<string>;
  /** Address of the metadata that refusals lead to. */
  private readonly metadata: string | undefined;

  constructor(
    @Inject(OPTIONS) options: BrokerOptions,
    private readonly observations: AuthzObservations,
    @Optional() @Inject(PEOPLE_DOOR) private readonly door?: PeopleDoor,
  ) {
    this.guard = new AuthzGuard(readAuthzSettings(options), observations);
    this.open = new Set([...options.authzOpenPaths, PROTECTED_RESOURCE]);
    this.metadata = metadataOf(options.authzAudience);
  }

  /**
   * Before anything else is said about a request: it has a token, its own or that of a person who has signed in.
   * Preflights have none and run nothing.
   *
   * @returns an answer for a person who has to sign in first
   * @throws Refusal  401, 400
   */
  requireToken(request: NgsiRequest): Answer | undefined {
    if (request.method === 'OPTIONS' || this.isOpen(request)) return undefined;
    const reading = readToken(request.rawHeaders);
    if (reading.kind === 'token') {
      request.token = reading.token;
      return undefined;
    }
    const admitted =
      reading.kind === 'unauthenticated' && reading.isTokenMissing ? this.door?.admit(request) : undefined;
    if (admitted !== undefined) return admitted === 'in' ? undefined : admitted;
    this.observations.judged(reading, 'checked');
    throw this.refusalOf(reading);
  }

  /**
   * After the checks, before the body is read: the bearer may run exactly the operation that would run.
   *
   * @throws Refusal  401, 403, 503, 400; NgsiError 400 for a tenant that is none
   */
  canActivate(context: ExecutionContext): boolean | Promise<boolean> {
    const request = context.getArgByIndex<NgsiRequest>(0);
    if (this.isOpen(request)) return true;
    const { token } = request;
    if (token === undefined) throw this.refusalOf(NO_TOKEN);
    for (const name of TENANCY)
      if (request.repeats(name.toLowerCase())) throw new Refusal('BadRequest', `repeated header ${name}`, []);
    if (namesSeveralTenants(request)) throw new Refusal('BadRequest', 'two headers name a tenant', []);
    const verdict = this.guard.check(questionOf(request, token));
    return verdict instanceof Promise
      ? verdict.then((judged) => this.permitted(request, judged))
      : this.permitted(request, verdict);
  }

  /** Whether a request that was let through, and goes on, would be let through now. */
  async stillPermits(request: NgsiRequest): Promise<boolean> {
    const { token } = request;
    if (token === undefined) return this.isOpen(request);
    const verdict = await this.guard.check(questionOf(request, token));
    const { grants } = request;
    if (verdict.kind === 'restricted') return readGrants(verdict.grants).key === grants?.key;
    return verdict.kind === 'permit' && grants === undefined;
  }

  /**
   * Whether the bearer of a request that was let through may do something else too: what a page shows or does.
   *
   * @throws Refusal  503
   */
  async permits(
    { token, trace }: NgsiRequest,
    { action, resource, service, servicePaths }: Omit<AccessQuestion, 'token' | 'traceHeaders'>,
  ): Promise<boolean> {
    // Nobody is known where a path is open: everybody may read what is shown there, and change nothing.
    if (token === undefined) return action === 'GET';
    const question = { token, action, resource, service, servicePaths, traceHeaders: traceHeaders(trace) };
    const verdict = await this.guard.check(question);
    if (verdict.kind === 'unavailable') throw this.refusalOf(verdict);
    return verdict.kind === 'permit';
  }

  /** True, or a refusal: a page for a person. */
  private permitted(request: NgsiRequest, verdict: Verdict): true {
    const { kind } = verdict;
    if (kind === 'permit' || (kind === 'restricted' && holdsToGrants(request))) {
      request.callerId = verdict.caller.id || verdict.caller.applicationId;
      if (kind === 'restricted') request.grants = readGrants(verdict.grants);
      return true;
    }
    const page =
      kind === 'deny' || kind === 'restricted'
        ? this.door?.refused(request, 'deny')
        : kind === 'unauthenticated'
          ? this.door?.refused(request, kind)
          : undefined;
    throw page === undefined ? this.refusalOf(verdict) : new AnsweredOtherwise(page);
  }

  private refusalOf(verdict: Exclude<Verdict, { kind: 'permit' }>): Refusal {
    return refusalOf(verdict, this.metadata);
  }

  private isOpen(request: NgsiRequest): boolean {
    const { method, resource } = request;
    if (resource === undefined) return false;
    return (method === 'GET' && this.open.has(resource.path)) || this.door?.opens(request) === true;
  }
}

/** Whether what will run holds to grants: an URL parameter that it does not know may ask for something else. */
const holdsToGrants = ({ operation, face, parameters }: NgsiRequest): boolean =>
  operation?.facts.holdsToGrants === true &&
  [...parameters.values.keys()].every((name) => face.grantedParameters.has(name));

const questionOf = (request: NgsiRequest, token: string): AccessQuestion => ({
  token,
  action: request.method,
  resource: executedResource(request),
  service: request.readTenant(),
  servicePaths: executedServicePaths(request),
  traceHeaders: traceHeaders(request.trace),
});

function refusalOf(verdict: Exclude<Verdict, { kind: 'permit' }>, metadata: string | undefined): Refusal {
  const challenge = challengeOf(verdict, REALM, metadata);
  const headers = challenge === undefined ? [] : ['WWW-Authenticate', challenge];
  switch (verdict.kind) {
    case 'unauthenticated':
      return new Refusal('Unauthorized', verdict.reason, headers);
    case 'malformed':
      return new Refusal('BadRequest', verdict.reason, headers);
    case 'deny':
      return new Refusal('Forbidden', 'the roles of this user do not permit the operation', headers);
    case 'restricted':
      return new Refusal('Forbidden', 'permissions on entities do not permit the operation', headers);
    case 'unavailable':
      return new Refusal('ServiceUnavailable', 'the identity manager gives no decision', headers);
  }
}
