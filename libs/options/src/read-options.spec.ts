import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import {
  describeEnvironment,
  OptionError,
  readOptions,
  renderExtendedUsage,
  renderMarkdownTable,
  renderUsage,
  showCommandLine,
  type OptionRecord,
} from './index';

const table = [
  {
    name: 'port',
    flag: '-port',
    env: 'X_PORT',
    kind: 'integer',
    default: 1026,
    min: 0,
    max: 65_535,
    description: 'port',
  },
  { name: 'fg', flag: '-fg', env: 'X_FG', kind: 'boolean', description: 'foreground' },
  {
    name: 'level',
    flag: '-level',
    env: 'X_LEVEL',
    kind: 'choice',
    choices: ['WARN', 'INFO'],
    default: 'WARN',
    description: 'level',
  },
  { name: 'password', flag: '-pw', env: 'X_PW', kind: 'text', secret: true, description: 'password' },
  { name: 'uri', flag: '-uri', env: 'X_URI', kind: 'text', description: 'where' },
] as const satisfies readonly OptionRecord[];

const read = (argv: string[], env: Record<string, string> = {}) =>
  readOptions(table, { argv, env, actionFlags: ['-u'] });

describe('readOptions', () => {
  it('gives defaults, typed and frozen', () => {
    const { options } = read([]);
    expect(options).toEqual({ port: 1026, fg: false, level: 'WARN', password: undefined, uri: undefined });
    expect(Object.isFrozen(options)).toBe(true);
  });

  it('lets the command line win over the environment', () => {
    const { options, sources } = read(['-port', '0'], { X_PORT: '99', X_FG: 'TRUE', X_LEVEL: 'info' });
    expect(options).toMatchObject({ port: 0, fg: true, level: 'INFO' });
    expect(sources.get('port')).toBe('flag');
    expect(sources.get('fg')).toBe('env');
  });

  it('names every fault', () => {
    const fault = () => read(['-nope', '-port', '70000', '-level'], { X_FG: 'maybe' });
    expect(fault).toThrow(OptionError);
    expect(fault).toThrow(
      "'-nope' not recognized\nparameter '-level' needs a value\n-port must be a whole number between 0 and 65535, not '70000'\n-fg must be TRUE or FALSE, not 'maybe'",
    );
  });

  it('answers actions whatever else is wrong', () => {
    expect(read(['-u', '-nope']).actions).toEqual(['-u']);
  });

  it('reads a secret from the file that <env>_FILE names', () => {
    const folder = mkdtempSync(join(tmpdir(), 'options-'));
    writeFileSync(join(folder, 'pw'), 'geheim\n');
    expect(readOptions(table, { env: { X_PW_FILE: 'pw' }, secretsFolder: folder }).options.password).toBe(
      'geheim',
    );
  });

  it('reads back every port it is given', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 65_535 }),
        (port) => read(['-port', String(port)]).options.port === port,
      ),
    );
  });
});

describe('what is shown', () => {
  it('hides secrets and credentials in URIs', () => {
    const argv = ['-pw', 'geheim', '-uri', 'mongodb://u:p@h/x', '-fg'];
    expect(showCommandLine(table, argv)).toBe('-pw ****** -uri mongodb://******@h/x -fg');
    const { options, sources } = read([], { X_PW: 'geheim', X_PORT: '5' });
    expect(describeEnvironment(table, options, sources)).toEqual([
      'env var X_PORT (-port): 5',
      'env var X_PW (-pw): ******',
    ]);
  });

  it('renders usage and a docs table from the same rows', () => {
    expect(renderUsage('prog', [['-u', 'usage']], [table.slice(0, 2)])).toBe(
      "Usage: prog  [option '-u' (usage)]\n             [option '-port' <port>]\n             [option '-fg' (foreground)]\n\n",
    );
    expect(renderExtendedUsage(table.slice(0, 2))).toBe(
      "[option '-port' <port>]      X_PORT  0 <= /1026/ <= 65535\n[option '-fg' (foreground)]  X_FG    /FALSE/\n\n",
    );
    expect(renderMarkdownTable(table.slice(0, 1))).toBe(
      '| Parameter, environment | Default | What it does |\n| --- | --- | --- |\n| `-port`<br>`X_PORT` | `1026` | port (integer, 0 to 65535) |\n',
    );
  });
});
