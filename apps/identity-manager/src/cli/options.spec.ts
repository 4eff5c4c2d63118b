import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadOptions } from './options';
import { optionTable } from './option-table';

describe('loadOptions', () => {
  it('has Keyrock’s defaults, and sqlite without a database host', () => {
    const options = loadOptions({});
    expect(options).toMatchObject({
      port: 3000,
      database: { dialect: 'sqlite' },
      oauth: {
        codeSeconds: 300,
        accessTokenSeconds: 3600,
        refreshTokenSeconds: 1_209_600,
        grantsWithoutClientSecret: [],
      },
      admin: { id: 'admin', username: 'admin', email: 'admin@test.com', password: undefined },
      cors: { origins: ['*'] },
    });
  });

  it('takes MySQL when only a database host is given, as Keyrock does', () => {
    expect(loadOptions({ IDM_DB_HOST: 'db' }).database).toMatchObject({ dialect: 'mysql', host: 'db' });
    expect(loadOptions({ IDM_DB_DIALECT: 'mariadb' }).database.dialect).toBe('mysql');
  });

  it('says every wrong value by name', () => {
    const wrong = { IDM_PORT: '70000', IDM_DEBUG: 'maybe', IDM_HOST: 'localhost', IDM_PDP_LEVEL: 'high' };
    expect(() => loadOptions(wrong)).toThrow(
      /IDM_PORT must be.*\n.*IDM_HOST must be.*\n.*IDM_DEBUG must be.*\n.*IDM_PDP_LEVEL must be/,
    );
  });

  it('reads secrets from files', () => {
    const folder = mkdtempSync(join(tmpdir(), 'idm-secrets-'));
    writeFileSync(join(folder, 'pass'), 'from a file\n');
    expect(loadOptions({ SECRETS_DIR: folder, IDM_DB_PASS_FILE: 'pass' }).database.password).toBe(
      'from a file',
    );
  });

  it('splits lists and reads false as false', () => {
    const options = loadOptions({
      IDM_OAUTH_NOT_REQUIRE_CLIENT_AUTH_GRANT_TYPE: 'password, refresh_token,',
      IDM_OAUTH_ASK_AUTH: 'false',
    });
    expect(options.oauth).toMatchObject({
      grantsWithoutClientSecret: ['password', 'refresh_token'],
      askConsent: false,
    });
  });

  it('reads what Keyrock’s documentation writes for no list, and https only when it is on', () => {
    const { emailList, https } = loadOptions({ IDM_EMAIL_LIST: 'null', IDM_HTTPS_PORT: '3443' });
    expect([emailList, https]).toEqual([undefined, undefined]);
    expect(loadOptions({ IDM_EMAIL_LIST: 'whitelist' }).emailList).toMatchObject({ kind: 'whitelist' });
    expect(loadOptions({ IDM_HTTPS_ENABLED: 'true' }).https).toEqual({
      port: 443,
      certFile: './certs/idm-2018-cert.pem',
      keyFile: './certs/idm-2018-key.pem',
    });
  });

  it('refuses default secrets in production', () => {
    expect(() => loadOptions({ IDM_MODE: 'production', IDM_ADMIN_PASS: '1234' })).toThrow('IDM_ADMIN_PASS');
    expect(() => loadOptions({ IDM_ENCRYPTION_KEY: 'short' })).toThrow('IDM_ENCRYPTION_KEY');
  });

  it('hashes passwords as OWASP recommends, and never with less in production', () => {
    expect(loadOptions({}).passwordHashMemoryKib).toBe(19_456);
    const less = { IDM_PASSWORD_HASH_MEMORY: '1024' };
    expect(loadOptions(less).passwordHashMemoryKib).toBe(1024);
    expect(() => loadOptions({ ...less, IDM_MODE: 'production' })).toThrow('IDM_PASSWORD_HASH_MEMORY');
  });

  it('names each setting once, with a description', () => {
    const names = optionTable.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
    for (const { description } of optionTable) expect(description).toMatch(/[^.]$/);
  });
});
