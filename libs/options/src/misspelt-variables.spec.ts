import type { OptionRecord } from './option-record';
import { misspeltVariables } from './misspelt-variables';

const table: readonly OptionRecord[] = [
  { name: 'port', env: 'X_PORT', kind: 'integer', description: '' },
  { name: 'password', env: 'X_DB_PASS', kind: 'text', secret: true, description: '' },
];

describe('a misspelt variable', () => {
  it.each([
    ['X_PROT', 'X_PORT'],
    ['X_PORTS', 'X_PORT'],
    ['X_DB_PAS', 'X_DB_PASS'],
  ])('%s: nearest is %s', (name, nearest) => {
    expect(misspeltVariables(table, { [name]: '1' }, 'X_')).toEqual([{ name, nearest }]);
  });

  it.each([
    'X_PORT',
    'X_DB_PASS',
    'X_SOMETHING_ELSE',
    'X_DB_PASS_FILE',
    'OTHER',
    'X_SERVICE_HOST',
    'X_PORT_80_TCP_ADDR',
  ])('%s is none of them', (name) => expect(misspeltVariables(table, { [name]: '1' }, 'X_')).toEqual([]));
});
