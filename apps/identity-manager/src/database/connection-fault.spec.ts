import { connectionFault } from './connection-fault';

const target = { dialect: 'postgres', host: 'db', port: undefined, user: 'idm', name: 'idm' } as const;
const fault = (code: string) => connectionFault(Object.assign(new Error('why'), { code }), target);

describe('a database server that cannot be used', () => {
  it.each([
    ['ECONNREFUSED', 'nothing listens there'],
    ['ENOTFOUND', 'mend IDM_DB_HOST'],
    ['28P01', "it does not take user 'idm' with this password"],
    ['ER_ACCESS_DENIED_ERROR', 'mend IDM_DB_USER and IDM_DB_PASS'],
    ['42501', "may not make the database 'idm'"],
  ])('%s: %s', (code, remedy) => {
    expect(fault(code)).toContain(remedy);
    expect(fault(code)).toMatch(/^the postgres server db:5432: .* \(why\)$/);
  });

  it('is not every fault', () => {
    expect(fault('23505')).toBeUndefined();
    expect(connectionFault(new Error('bug'), target)).toBeUndefined();
  });
});
