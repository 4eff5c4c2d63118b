import { ignoredSettings } from './keyrock-settings';
import { optionTable } from './option-table';

describe('ignoredSettings (docs/behaviour/identity-manager.md, "Settings of Keyrock")', () => {
  it('names what Keyrock would heed, once each, with the reason', () => {
    expect(
      ignoredSettings({
        IDM_SESSION_SECRET: 'x',
        IDM_SESSION_SECRET_FILE: 'y',
        IDM_EX_AUTH_ENABLED: 'true',
        IDM_PORT: '3005',
        IDM_DB_SEED: 'true',
        EIDAS_ENABLED: 'true',
      }),
    ).toEqual([
      { name: 'IDM_DB_SEED', reason: 'tables and first rows are made at every start' },
      { name: 'IDM_EX_AUTH_ENABLED', reason: 'users of another database are not let in' },
      { name: 'IDM_SESSION_SECRET', reason: 'sessions are kept in the database' },
      { name: 'IDM_SESSION_SECRET_FILE', reason: 'sessions are kept in the database' },
    ]);
  });

  it("names the switch of Keyrock's own log, and the age of CORS as Keyrock spells it", () => {
    const names = (env: Record<string, string>) => ignoredSettings(env).map(({ name }) => name);
    expect(names({ DEBUG: 'idm:*' })).toEqual(['DEBUG']);
    expect(names({ DEBUG: 'express, idm:api' })).toEqual(['DEBUG']);
    expect(names({ DEBUG: 'express:*' })).toEqual([]);
    expect(names({ DEBUG: '' })).toEqual([]);
    expect(names({ IDM_CORS_MAS_AGE: '10', IDM_CORS_MAX_AGE: '10' })).toEqual([
      'IDM_CORS_MAS_AGE',
      'IDM_CORS_MAX_AGE',
    ]);
  });

  it('says nothing of what is switched off', () => {
    expect(ignoredSettings({ IDM_EIDAS_ENABLED: 'false', IDM_AR_URL: '', IDM_PR_URL: undefined })).toEqual(
      [],
    );
  });

  it('names no setting that there is', () => {
    const all = Object.fromEntries(optionTable.map(({ env }) => [env, 'x']));
    expect(ignoredSettings(all)).toEqual([]);
  });
});
