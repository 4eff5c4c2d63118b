import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createCipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto';
import { eachDatabase, eachSharedDatabase } from '../each-database';
import { unrelatedSettings } from '../operations/unrelated-settings';
import {
  adminOf,
  badRequest,
  conflict,
  loginAnswer,
  newApplication,
  newUser,
  unauthorized,
  unique,
} from './api-client';

const folder = mkdtempSync(join(tmpdir(), 'idm-list-'));
const list = join(folder, 'list.txt');
writeFileSync(list, 'test.com\nEXAMPLE.org\r\n\n');
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A secret as the service stores it (AES-256-GCM under a key derived from IDM_ENCRYPTION_KEY). */
function encrypted(text: string, root: string): string {
  const key = Buffer.from(hkdfSync('sha256', root, 'identity-manager', 'secrets at rest', 32));
  const nonce = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', key, nonce);
  const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return ['v1', ...[nonce, cipher.getAuthTag(), body].map((part) => part.toString('base64url'))].join('.');
}

/** The six digits of RFC 6238 for the ASCII secret of its appendix B, and that secret in base32. */
const secret = Buffer.from('12345678901234567890');
const base32 = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';

function code(): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 30_000)));
  const mac = createHmac('sha1', secret).update(counter).digest();
  return String((mac.readUInt32BE((mac.at(-1) ?? 0) & 15) & 0x7fffffff) % 1_000_000).padStart(6, '0');
}

describe('Rules for users and applications', () => {
  eachDatabase(
    (service) => {
      it('only listed e-mail domains are taken', async () => {
        const admin = await adminOf(service());
        const create = (email: string) =>
          admin.post('/users', { user: { username: 'x', password: 'long enough', email } });
        expect((await create(`${unique()}@Example.ORG`)).status).toBe(201);
        expect((await create(`${unique()}@other.org`)).body).toEqual(badRequest('Invalid email'));
        const { id, api } = await newUser(service(), { password: 'long enough' });
        expect((await api.patch(`/users/${id}`, { user: { email: 'a@other.org' } })).body).toEqual(
          badRequest('Invalid email'),
        );
      });

      it('new passwords have a minimum length', async () => {
        const admin = await adminOf(service());
        const user = { username: 'x', password: 'short', email: `${unique()}@test.com` };
        expect((await admin.post('/users', { user })).body).toEqual(
          badRequest('Password must have at least 8 characters'),
        );
      });

      it('URLs of applications are unique', async () => {
        const user = await newUser(service(), { password: 'long enough' });
        await newApplication(user, { url: 'http://one' });
        const { id } = await newApplication(user, { url: 'http://two' });
        const application = { name: 'x', redirect_uri: 'http://x', url: 'http://one' };
        expect((await user.api.post('/applications', { application })).body).toEqual(
          conflict('Url already used'),
        );
        const change = (url: string) => user.api.patch(`/applications/${id}`, { application: { url } });
        expect((await change('http://one')).status).toBe(409);
        expect((await change('http://two')).status).toBe(200);
      });

      it('permissions have patterns on level payload', async () => {
        const user = await newUser(service(), { password: 'long enough' });
        const { id } = await newApplication(user);
        const path = `/applications/${id}/permissions`;
        const permission = {
          name: 'p',
          action: 'GET',
          resource: '/',
          regex_entity_ids: '^Room',
          regex_types: 'x+',
        };
        const { status, body } = await user.api.post(path, { permission });
        expect([status, body.permission]).toEqual([201, expect.objectContaining(permission)]);
        const bad = await user.api.post(path, { permission: { ...permission, regex_attributes: '(' } });
        expect(bad.status).toBe(400);
        const changed = await user.api.patch(`${path}/${body.permission.id}`, {
          permission: { regex_types: '' },
        });
        expect(changed.body).toEqual({ values_updated: { regex_types: null } });
      });

      it('a user with a second factor needs its code for an API token', async () => {
        const { id, email } = await newUser(service(), { password: 'long enough' });
        const stored = encrypted(base32, String(service().database.env['IDM_ENCRYPTION_KEY']));
        await service().database.query('UPDATE users SET totp_secret = ? WHERE id = ?', [stored, id]);
        const login = (more: object) =>
          loginAnswer(service().url, { name: email, password: 'long enough', ...more });
        expect((await login({})).body).toEqual(unauthorized('Invalid email or password'));
        expect((await login({ code: '000000' })).status).toBe(401);
        const now = code();
        expect((await login({ code: now })).status).toBe(201);
        // A code works once.
        expect((await login({ code: now })).status).toBe(401);
      });

      it('too many wrong passwords are answered 429 with Retry-After', async () => {
        const { email } = await newUser(service(), { password: 'long enough' });
        const wrong = () => loginAnswer(service().url, { name: email, password: 'no' });
        for (let attempt = 0; attempt < 5; attempt++) expect((await wrong()).status).toBe(401);
        const { status, body, headers } = await wrong();
        expect([status, body]).toEqual([
          429,
          { error: { message: 'Too many failed attempts', code: 429, title: 'Too Many Requests' } },
        ]);
        expect(Number(headers['retry-after'])).toBeGreaterThan(0);
      });
    },
    {
      IDM_EMAIL_LIST: 'whitelist',
      IDM_EMAIL_LIST_FILE: list,
      IDM_PASSWORD_MIN_LENGTH: '8',
      IDM_OAUTH_UNIQUE_URL: 'true',
      IDM_PDP_LEVEL: 'payload',
      IDM_RATE_LIMIT_ACCOUNT: '5',
    },
  );
});

describe('Level advanced', () => {
  eachSharedDatabase((service) => {
    it('permissions are a rule or XACML', async () => {
      // Nobody else registers applications on this service.
      const user = await newUser(service(), { admin: true });
      const { id } = await newApplication(user);
      const path = `/applications/${id}/permissions`;
      const created = await user.api.post(path, { permission: { name: 'x', xml: '<Rule/>' } });
      expect([created.status, created.body.permission]).toEqual([
        201,
        expect.objectContaining({ xml: '<Rule/>' }),
      ]);
      const both = { name: 'x', xml: '<Rule/>', action: 'GET', resource: '/' };
      expect((await user.api.post(path, { permission: both })).body).toEqual(
        badRequest('Cannot set action, resource or use_authorization_headers at the same time as xacml rule'),
      );
      expect((await user.api.post(path, { permission: { name: 'x' } })).body).toEqual(
        badRequest('Set action and resource or an advanced xacml rule'),
      );
      const one = `${path}/${created.body.permission.id}`;
      const rule = await user.api.patch(one, { permission: { action: 'GET', resource: '/' } });
      expect(rule.body).toEqual({ values_updated: { action: 'GET', resource: '/', xml: null } });
      const xml = await user.api.patch(one, { permission: { xml: '<Rule2/>' } });
      expect(xml.body).toEqual({ values_updated: { action: null, resource: null, xml: '<Rule2/>' } });
    });

    it('is announced with every API token', async () => {
      const { body } = await loginAnswer(service().url, { name: 'admin@test.com', password: '1234' });
      expect(body.idm_authorization_config).toEqual({ level: 'advanced', authzforce: false });
    });
  }, unrelatedSettings);
});
