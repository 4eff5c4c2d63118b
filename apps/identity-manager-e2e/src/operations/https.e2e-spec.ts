import { mkdtempSync, rmSync } from 'node:fs';
import type { IncomingHttpHeaders } from 'node:http';
import { request as overHttps } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { writeSelfSignedCertificate, type ServiceProcess } from '@smart-city/testing';
import { requests } from '../requests';
import {
  adminEmail,
  adminPassword,
  openSqlite,
  startIdentityManager,
  type TestDatabase,
} from '../each-database';

interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

/** A request to the port for https; the certificate of the test is trusted by nobody. */
const secure = (port: number, path: string, method = 'GET', body?: object): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const headers = body ? { 'Content-Type': 'application/json' } : {};
    const options = {
      host: '127.0.0.1',
      port,
      path,
      method,
      headers,
      rejectUnauthorized: false,
      agent: false,
    };
    const outgoing = overHttps(options, (response) => {
      const { statusCode: status = 0, headers: answered } = response;
      text(response).then((body) => resolve({ status, headers: answered, text: body }), reject);
    });
    outgoing.on('error', reject);
    outgoing.end(body && JSON.stringify(body));
  });

const folder = mkdtempSync(join(tmpdir(), 'idm-https-'));
const [key, certificate] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
// Without openssl there is no certificate to serve with; skipped aloud.
const describeHttps = writeSelfSignedCertificate(key, certificate) ? describe : describe.skip;

describeHttps('https (needs openssl to make a certificate)', () => {
  let database: TestDatabase;
  let service: ServiceProcess;
  let port: number;
  const files = {
    IDM_HTTPS_ENABLED: 'true',
    IDM_HTTPS_PORT: '0',
    IDM_HTTPS_CERT_FILE: certificate,
    IDM_HTTPS_KEY_FILE: key,
  };
  beforeAll(async () => {
    database = await openSqlite();
    service = await startIdentityManager(database, { ...files, IDM_HOST: '' });
    port = Number(/ and https:\/\/\S*:(\d+)/.exec(service.output())?.[1]);
  });
  afterAll(async () => {
    await service.stop();
    await database.drop();
    rmSync(folder, { recursive: true, force: true });
  });

  it('serves everything; cookies and links are those of https', async () => {
    const login = await secure(port, '/v1/auth/tokens', 'POST', {
      name: adminEmail,
      password: adminPassword,
    });
    expect([login.status, typeof login.headers['x-subject-token']]).toEqual([201, 'string']);
    const page = await secure(port, '/auth/login');
    expect(page.status).toBe(200);
    expect(page.headers['strict-transport-security']).toBe('max-age=15552000; includeSubDomains');
    expect(page.headers['set-cookie']?.join()).toMatch(/^__Host-.*; Secure/);
    const { issuer } = JSON.parse((await secure(port, '/.well-known/openid-configuration')).text);
    expect(issuer).toBe(`https://localhost:${port}`);
  });

  it('is where plain http leads; what cannot be redirected is refused', async () => {
    const http = requests(service.url);
    for (const path of ['/v1/users?limit=1', '/user?app_id=a%20b', '/oauth2/authorize', '/idm', '/'])
      expect((await http.get(path).expect(301)).headers['location']).toBe(`https://127.0.0.1:${port}${path}`);
    for (const path of ['/v1/auth/tokens', '/v3/auth/tokens', '/oauth2/token', '/auth/login'])
      expect((await http.post(path).send({ name: adminEmail }).expect(403)).text).toBe('SSL Required.');
    const elsewhere = await http.get('/').set('X-Forwarded-Proto', 'https').expect(301);
    expect(elsewhere.headers['cache-control']).toBe('no-store');
  });

  it('leads to the configured address, whatever host a request names, and ends without cutting anybody off', async () => {
    const configured = await startIdentityManager(database, {
      ...files,
      IDM_HOST: 'https://idm.example.org',
    });
    const { headers } = await requests(configured.url)
      .get('/idm?a=b')
      .set('Host', 'evil.example')
      .expect(301);
    expect(headers['location']).toBe('https://idm.example.org/idm?a=b');
    expect(await configured.stop()).toBe(0);
  });

  it('leaves probes, metrics and the version to plain http', async () => {
    for (const path of ['/version', '/health/live', '/health/ready', '/metrics'])
      await requests(service.url).get(path).expect(200);
  });

  it('does not begin without a certificate', async () => {
    const missing = { ...files, IDM_HTTPS_CERT_FILE: join(folder, 'none.pem') };
    await expect(startIdentityManager(database, missing)).rejects.toThrow(/none\.pem/);
  });
});
