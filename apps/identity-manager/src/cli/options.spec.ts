import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { OptionError, type OptionRecord } from '@smart-city/options';
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

  it.each<[NodeJS.ProcessEnv, string]>([
    [{}, 'sqlite'],
    [{ IDM_DB_HOST: 'db' }, 'mysql'],
    [{ DATABASE_HOST: 'db' }, 'mysql'],
    [{ IDM_DB_HOST: '', DATABASE_HOST: 'db' }, 'mysql'],
    [{ IDM_DB_HOST: 'db', IDM_DB_DIALECT: 'postgres' }, 'postgres'],
    [{ IDM_DB_HOST: 'db', IDM_DB_DIALECT: 'sqlite' }, 'sqlite'],
    [{ IDM_DB_DIALECT: 'MariaDB' }, 'mysql'],
  ])('of the database with %j are those of %s', (env, dialect) => {
    expect(loadOptions(env).database.dialect).toBe(dialect);
  });

  it('have the older name of the database server below the present one', () => {
    expect(loadOptions({ IDM_DB_HOST: 'new', DATABASE_HOST: 'old' }).database.host).toBe('new');
    expect(loadOptions({ DATABASE_HOST: 'old' }).database.host).toBe('old');
  });

  it('keep the default database in the folder of data, unless it has a file of its own', () => {
    expect(loadOptions({ IDM_DATA_DIR: '/data' }).database.file).toBe(join('/data', 'identity-manager.db'));
    expect(loadOptions({ IDM_DATA_DIR: '/data', IDM_DB_FILE: '/x.db' }).database.file).toBe('/x.db');
  });

  it('of AuthzForce, https, mail and the list of domains count only where they are switched on', () => {
    const given = {
      IDM_AUTHZFORCE_HOST: 'az',
      IDM_HTTPS_CERT_FILE: '/c',
      IDM_EMAIL_AUTH_USER: 'ana',
      IDM_EMAIL_LIST_FILE: '/list',
    };
    const { pdp, https, mail, emailList } = loadOptions(given);
    expect([pdp.authzforce, https, mail.login, emailList]).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
    ]);
    const on = loadOptions({
      ...given,
      IDM_AUTHZFORCE_ENABLED: 'true',
      IDM_HTTPS_ENABLED: 'true',
      IDM_EMAIL_AUTH_ENABLE: 'true',
      IDM_EMAIL_LIST: 'blacklist',
    });
    expect(on.pdp.authzforce).toEqual({ host: 'az', port: 8080 });
    expect(on.https).toMatchObject({ certFile: '/c' });
    expect(on.mail.login).toEqual({ type: 'login', user: 'ana', password: '' });
    expect(on.emailList).toEqual({ kind: 'blacklist', file: '/list' });
  });

  it('let passwords through the API be as short as in Keyrock, unless a length is said', () => {
    expect(loadOptions({}).passwordMinLength).toEqual({ chosen: 8, setThroughApi: 1 });
    const said = loadOptions({ IDM_PASSWORD_MIN_LENGTH: '12' });
    expect(said.passwordMinLength).toEqual({ chosen: 12, setThroughApi: 12 });
  });

  it.each([
    ['https://id.city.example/', 'https://id.city.example'],
    ['https://id.city.example/idm//', 'https://id.city.example/idm'],
    ['', undefined],
  ])('have the public address %j as %j', (address, read) => {
    expect(loadOptions({ IDM_HOST: address }).publicUrl).toBe(read);
  });

  it('accept what production wants, and only there', () => {
    const strong = { IDM_ADMIN_PASS: 'a long password', IDM_ENCRYPTION_KEY: 'k'.repeat(16) };
    expect(loadOptions({ ...strong, IDM_MODE: 'production' }).production).toBe(true);
    expect(loadOptions({ IDM_ADMIN_PASS: '1234' }).admin.password).toBe('1234');
    expect(() => loadOptions({ IDM_ENCRYPTION_KEY: 'k'.repeat(15) })).toThrow('at least 16 characters');
  });

  it('cannot be changed once they are read', () => {
    expect(() => Object.assign(loadOptions({}), { port: 1 })).toThrow(TypeError);
  });

  it('names each setting once, with a description', () => {
    const names = optionTable.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
    for (const { description } of optionTable) expect(description).toMatch(/[^.]$/);
  });
});

type Setting = (typeof optionTable)[number] & OptionRecord;
const settings = optionTable as readonly Setting[];
const numbers = settings.filter(({ kind }) => kind === 'integer');
const fault = (env: NodeJS.ProcessEnv): string => {
  try {
    loadOptions(env);
  } catch (error) {
    return error instanceof OptionError ? error.message : String(error);
  }
  return 'none';
};

/** Settings that a directory needs. */
const directory = {
  IDM_EXTERNAL_LDAP_DB_SUFFIX: 'dc=city',
  IDM_EXTERNAL_LDAP_DB_READER_DN: 'cn=reader',
  IDM_EXTERNAL_LDAP_DB_READER_PASSWORD: 'reads',
};

describe('Every setting', () => {
  it.each(numbers.map(({ env, min = 0, max = 0 }) => [env, min, max] as const))(
    '%s is a whole number between %d and %d',
    (env, min, max) => {
      for (const good of [min, max]) expect(fault({ [env]: String(good) })).toBe('none');
      for (const bad of [String(min - 1), String(max + 1), '1.5', '1e3', 'ten', '0x10', ' '])
        expect(fault({ [env]: bad })).toBe(
          `${env} must be a whole number between ${min} and ${max}, not '${bad}'`,
        );
    },
  );

  it.each(settings.filter(({ kind }) => kind === 'boolean').map(({ env }) => env))(
    '%s is true or false',
    (env) => {
      for (const good of ['true', 'FALSE', '']) expect(fault({ ...directory, [env]: good })).toBe('none');
      for (const bad of ['yes', '1', 'on', 'tru'])
        expect(fault({ [env]: bad })).toBe(`${env} must be TRUE or FALSE, not '${bad}'`);
    },
  );

  it.each(
    settings.filter(({ kind }) => kind === 'choice').map(({ env, choices = [] }) => [env, choices] as const),
  )('%s is one of %j', (env, choices) => {
    for (const good of choices) expect(fault({ [env]: good.toUpperCase() })).toBe('none');
    for (const bad of ['other', `${choices[0]},`, '__proto__'])
      expect(fault({ [env]: bad })).toBe(`${env} must be one of ${choices.join(', ')}, not '${bad}'`);
  });

  it.each(settings.filter(({ kind }) => kind === 'url').map(({ env }) => env))('%s is an address', (env) => {
    for (const good of ['https://a.example', 'http://localhost:3000/'])
      expect(fault({ [env]: good })).toBe('none');
    for (const bad of ['localhost', 'ftp://a.example', '/path', 'javascript:alert(1)'])
      expect(fault({ [env]: bad })).toBe(`${env} must be an http or https URL, not '${bad}'`);
  });

  const folder = mkdtempSync(join(tmpdir(), 'idm-secrets-'));
  const secret = 'a secret of some length';
  writeFileSync(join(folder, 'it'), `${secret}\n`);
  const secrets = settings.filter(({ secret }) => secret).map(({ env }) => env);
  it.each(secrets)('%s may come from a file, which counts more than the variable', (env) => {
    const from = (given: NodeJS.ProcessEnv) =>
      JSON.stringify(
        loadOptions({
          ...directory,
          IDM_EXTERNAL_LDAP_ENABLED: 'true',
          SECRETS_DIR: folder,
          IDM_EMAIL_AUTH_ENABLE: 'true',
          ...given,
        }),
      );
    expect(from({ [`${env}_FILE`]: 'it' })).toContain(secret);
    expect(
      from({ [`${env}_FILE`]: join(folder, 'it'), [env]: 'the variable, as long as that' }),
    ).not.toContain('the variable');
    expect(fault({ SECRETS_DIR: folder, [`${env}_FILE`]: 'missing' })).toBe(
      `${env}: the file that ${env}_FILE names cannot be read`,
    );
  });

  it.each(settings.filter(({ kind, secret }) => kind === 'text' && !secret).map(({ env }) => env))(
    '%s is no secret: no file is read for it',
    (env) => {
      expect(fault({ [`${env}_FILE`]: '/nowhere' })).toBe('none');
    },
  );

  it('that is empty counts as not given', () => {
    const empty = Object.fromEntries(settings.map(({ env }) => [env, '']));
    expect(loadOptions(empty)).toEqual(loadOptions({}));
  });

  it('that is wrong is told, all at once, one line each', () => {
    const wrong = Object.fromEntries(numbers.map(({ env }) => [env, 'x']));
    expect(fault(wrong).split('\n')).toHaveLength(numbers.length);
  });

  it('refuses a list of outgoing hosts with what is none', () => {
    expect(loadOptions({ IDM_OUTBOUND_ALLOW: 'keys.city,10.0.0.0/8' }).outboundAllow).toEqual([
      'keys.city',
      '10.0.0.0/8',
    ]);
    expect(() => loadOptions({ IDM_OUTBOUND_ALLOW: 'keys.city,10.0.0.0/80' })).toThrow(
      "IDM_OUTBOUND_ALLOW: '10.0.0.0/80' is no host",
    );
  });
});
