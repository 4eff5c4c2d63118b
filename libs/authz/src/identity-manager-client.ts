import { BoundedExchanges } from './bounded-exchanges';
import type { DecisionPoint, UserAnswer } from './decision-point';
import { PepSession } from './pep-session';
import { readJson, Unavailable } from './read-json';
import type { AuthzSettings } from './settings';
import type { AccessQuestion } from './verdict';

const AT_ONCE = 64;
const QUEUE_SIZE = 2000;

/** Asks the identity manager about tokens: `GET /user`, as a PEP proxy does. */
export class IdentityManagerClient implements DecisionPoint {
  private readonly exchanges = new BoundedExchanges(AT_ONCE, QUEUE_SIZE);
  private readonly session: PepSession | undefined;

  constructor(private readonly settings: AuthzSettings) {
    this.session = settings.credentials && new PepSession(settings, settings.credentials);
  }

  async ask(question: AccessQuestion): Promise<UserAnswer> {
    const signal = AbortSignal.timeout(this.settings.timeoutMs);
    try {
      return await this.exchanges.run(signal, () => this.exchange(question, signal));
    } catch (error) {
      throw error instanceof Unavailable ? error : new Unavailable(reasonOf(error), { cause: error });
    }
  }

  private async exchange(question: AccessQuestion, signal: AbortSignal): Promise<UserAnswer> {
    const pepToken = await this.session?.token(signal);
    const response = await fetch(this.address(question), {
      signal,
      redirect: 'manual',
      headers: {
        Accept: 'application/json',
        ...(pepToken !== undefined && { 'X-Auth-Token': pepToken }),
        ...question.traceHeaders,
      },
    });
    const body = await readJson(response);
    // 400 is what the original says of a token it cannot read.
    if (response.status === 401 || response.status === 400)
      return { kind: 'refused', reason: describe(body) };
    if (!response.ok || !body) throw new Unavailable(`the identity manager answered ${response.status}`);
    return this.judge(body);
  }

  private address({ token, action, resource, service, servicePaths }: AccessQuestion): string {
    const { identityManagerUrl, applicationId, level, enforcesEntities } = this.settings;
    const query = new URLSearchParams({ access_token: token, app_id: applicationId });
    if (level === 'authorization') {
      query.set('action', action);
      query.set('resource', resource);
      if (service) query.set('authorization_service_header', service);
      if (servicePaths) query.set('authorization_service_path', servicePaths.join(','));
      if (enforcesEntities) query.set('entities', 'true');
    }
    return `${identityManagerUrl}/user?${query.toString()}`;
  }

  /** A token of another application counts when that one is trusted. */
  private judge(user: Readonly<Record<string, unknown>>): UserAnswer {
    const { applicationId, level, enforcesEntities } = this.settings;
    const { app_id: owner, trusted_apps: trusted, id, authorization_decision: decision } = user;
    const { authorization_entities: entities } = user;
    const grants: readonly unknown[] = enforcesEntities && Array.isArray(entities) ? entities : [];
    const isTrusted = Array.isArray(trusted) && trusted.includes(owner);
    if (typeof owner !== 'string' || (owner !== applicationId && !isTrusted))
      return { kind: 'refused', reason: 'the token belongs to another application' };
    return {
      kind: 'known',
      userId: typeof id === 'string' ? id : '',
      applicationId: owner,
      isPermitted: level === 'authentication' || decision === 'Permit',
      ...(grants.length > 0 && { grants }),
    };
  }
}

function describe(body: Readonly<Record<string, unknown>> | undefined): string {
  const { error_description: description, message } = body ?? {};
  const text = typeof description === 'string' ? description : message;
  return typeof text === 'string' && text !== '' ? text.slice(0, 200) : 'the token is not valid';
}

function reasonOf(error: unknown): string {
  const { name, message, cause } = error as Error;
  if (name === 'TimeoutError' || name === 'AbortError') return 'the identity manager did not answer in time';
  const { code } = (cause ?? {}) as { readonly code?: unknown };
  return `the identity manager cannot be reached: ${typeof code === 'string' ? code : message}`;
}
