import { adminPassword } from './identity-servers';
import type { PinnedServer } from './pinned-server';

async function json(url: string, init: RequestInit, token?: string): Promise<unknown> {
  const headers = {
    'Content-Type': 'application/json',
    ...(token && { 'X-Auth-Token': token }),
    ...init.headers,
  };
  const answer = await fetch(url, { ...init, headers });
  if (!answer.ok) throw new Error(`${url} answered ${answer.status}`);
  return await answer.json();
}

/**
 * An application, and tokens of a user whose role has the permissions.
 *
 * @param name         of the user and the application
 * @param permissions  as the management API takes them, without names
 */
export async function provision({ url }: PinnedServer, name: string, permissions: readonly object[]) {
  const login = await fetch(`${url}/v1/auth/tokens`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ name: 'admin@test.com', password: adminPassword }),
  });
  const admin = login.headers.get('x-subject-token')!;
  const post = (path: string, body: object, method = 'POST') =>
    json(`${url}/v1${path}`, { method, body: JSON.stringify(body) }, admin);
  const { application } = (await post('/applications', {
    application: {
      name,
      description: 'benchmark',
      redirect_uri: 'http://localhost/callback',
      url: 'http://localhost',
      grant_type: ['password'],
      token_types: ['jwt', 'permanent'],
    },
  })) as { application: { id: string; secret: string; jwt_secret: string } };
  const base = `/applications/${application.id}`;
  const user = { username: name, email: `${name}@test.com`, password: 'passw0rd' };
  const { user: created } = (await post('/users', { user })) as { user: { id: string } };
  const { role } = (await post(`${base}/roles`, { role: { name: 'all' } })) as { role: { id: string } };
  for (const [at, content] of permissions.entries()) {
    const { permission } = (await post(`${base}/permissions`, {
      permission: { name: `permission ${at}`, ...content },
    })) as { permission: { id: string } };
    await post(`${base}/roles/${role.id}/permissions/${permission.id}`, {});
  }
  await post(`${base}/users/${created.id}/roles/${role.id}`, {}, 'PUT');
  const tokenOf = async (scope: string): Promise<string> => {
    const answer = (await json(`${url}/oauth2/token`, {
      method: 'POST',
      headers: {
        Authorization: `Basic ${Buffer.from(`${application.id}:${application.secret}`).toString('base64')}`,
        'Content-Type': 'application/x-www-form-urlencoded',
      },
      body: new URLSearchParams({
        grant_type: 'password',
        username: user.email,
        password: user.password,
        ...(scope && { scope }),
      }),
    })) as { readonly access_token: string };
    return answer.access_token;
  };
  return { application, opaque: await tokenOf(''), jwt: await tokenOf('jwt') };
}

/** A request as it goes over the wire, of somebody with the token. */
export const withToken = (request: string, token: string | undefined) =>
  token === undefined ? request : request.replace('\r\n', `\r\nX-Auth-Token: ${token}\r\n`);
