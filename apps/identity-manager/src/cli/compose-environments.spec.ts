import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { misspeltVariables } from '@smart-city/options';
import { ignoredSettings } from './keyrock-settings';
import { optionTable } from './option-table';
import { loadOptions } from './options';

const folder = mkdtempSync(join(tmpdir(), 'compose-'));
const secret = join(folder, 'my_secret_data');
writeFileSync(secret, 'secret');

/** What all compose files of the FIWARE tutorials give Keyrock. */
const common = {
  DEBUG: 'idm:*',
  IDM_DB_HOST: 'mysql-db',
  IDM_DB_PASS_FILE: secret,
  IDM_DB_USER: 'root',
  IDM_HOST: 'http://localhost:3005',
  IDM_PORT: '3005',
  IDM_ADMIN_USER: 'alice',
  IDM_ADMIN_EMAIL: 'alice-the-admin@test.com',
  IDM_ADMIN_PASS: 'test',
};

const environments: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'the application mashup': common,
  'securing access': {
    ...common,
    IDM_HTTPS_ENABLED: 'false',
    IDM_HTTPS_PORT: '3443',
    IDM_CSP_FORM_ACTION: '*',
  },
  'securing access without its own variables': { ...common, IDM_HTTPS_ENABLED: '', IDM_HTTPS_PORT: '' },
  'OpenID Connect': {
    ...common,
    IDM_HTTPS_ENABLED: 'false',
    IDM_HTTPS_PORT: '3443',
    IDM_DB_SEED: 'false',
    IDM_DB_MIGRATE: 'false',
  },
  'XACML rules': {
    ...common,
    IDM_PDP_LEVEL: 'advanced',
    IDM_AUTHZFORCE_ENABLED: 'true',
    IDM_AUTHZFORCE_HOST: 'authzforce',
    IDM_AUTHZFORCE_PORT: '8080',
  },
};

describe('environments of compose files', () => {
  it.each(Object.entries(environments))('%s', (_title, environment) => {
    const options = loadOptions(environment);
    expect(options).toMatchObject({
      port: 3005,
      database: { dialect: 'mysql', host: 'mysql-db', user: 'root', password: 'secret' },
      admin: { username: 'alice', email: 'alice-the-admin@test.com', password: 'test' },
      https: undefined,
    });
    // Named once in the log at start; all others are understood.
    expect(ignoredSettings(environment).map(({ name }) => name)).toEqual(['DEBUG']);
    expect(misspeltVariables(optionTable, environment, 'IDM_')).toEqual([]);
    const known = new Set<string>(optionTable.map(({ env }) => env));
    const unknown = Object.keys(environment).filter(
      (name) => !known.has(name.replace(/_FILE$/, '')) && !/^(DEBUG|IDM_DB_(SEED|MIGRATE))$/.test(name),
    );
    expect(unknown).toEqual([]);
  });

  it('of the rules asks AuthzForce', () => {
    const rules = environments['XACML rules']!;
    expect(JSON.stringify(loadOptions(rules))).toContain('authzforce');
  });
});
