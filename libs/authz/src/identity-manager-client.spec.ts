import { decisionPointContract } from './decision-point.contract';
import { IdentityManagerClient } from './identity-manager-client';
import { AUTHZ_DEFAULTS } from './settings';
import { StubIdentityManager, type StubRequest } from './stub-identity-manager';

const OWNERS: ReadonlyMap<string, string> = new Map([
  ['good', 'app-1'],
  ['foreign', 'app-2'],
]);

/** As `GET /user` answers. */
function userOf({ query }: StubRequest, refuse: (status: number) => void): object {
  const owner = OWNERS.get(query.get('access_token') ?? '');
  if (owner === undefined) {
    refuse(401);
    return { error: 'invalid_token', error_description: 'Invalid token: access token is invalid' };
  }
  const isPermitted = query.get('action') === 'GET' && query.get('resource') === '/v2/entities';
  return {
    id: 'alice',
    app_id: owner,
    trusted_apps: [],
    authorization_decision: isPermitted ? 'Permit' : 'Deny',
  };
}

decisionPointContract(async () => {
  const stub = await StubIdentityManager.start();
  stub.answer = (request, response) => userOf(request, (status) => (response.statusCode = status));
  return {
    point: new IdentityManagerClient({
      ...AUTHZ_DEFAULTS,
      identityManagerUrl: stub.url,
      applicationId: 'app-1',
      timeoutMs: 60_000,
    }),
    applicationId: 'app-1',
    userId: 'alice',
    token: 'good',
    foreignToken: 'foreign',
    permitted: { action: 'GET', resource: '/v2/entities' },
    forbidden: { action: 'DELETE', resource: '/v2/entities' },
    fallSilent: () => stub.close(),
    close: () => stub.close().catch(() => undefined),
  };
});
