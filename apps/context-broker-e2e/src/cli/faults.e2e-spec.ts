import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runServiceCommand } from '@smart-city/testing';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'faults-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const broker = (args: readonly string[], killAt?: RegExp) =>
  runServiceCommand('context-broker', args, { ...(killAt && { killAt }) });
const start = (...more: readonly string[]) => [
  '-port',
  '0',
  '-logDir',
  folder,
  '-pidpath',
  join(folder, 'pid'),
  ...more,
];

describe('a broker that cannot start says so last, in a line', () => {
  it.each([
    [['-prot', '1026'], "context-broker cannot start: '-prot' not recognized: -port was meant?\n"],
    [
      ['-dbURI', 'postgres://u:secret@h/x'],
      'context-broker cannot start: -dbURI must start with sqlite:, mongodb:// or mongodb+srv://\n',
    ],
  ])('%j', async (args, line) => {
    const { code, stdout, stderr } = await broker(args);
    expect([code, stderr.startsWith(line)]).toEqual([1, true]);
    expect(stdout).toMatch(/^\S.*\n\n[^]*Usage: contextBroker {2}\[option/);
    expect(stdout + stderr).not.toMatch(/secret|\n {4}at /);
  });

  it('about a data folder that cannot be made', async () => {
    writeFileSync(join(folder, 'file'), '');
    const path = join(folder, 'file', 'data');
    const { code, stderr } = await broker(start('-dbURI', `sqlite:${path}`));
    expect([code, stderr]).toEqual([
      1,
      `context-broker cannot start: the data folder ${path} cannot be used: ENOTDIR: not a directory, mkdir '${path}'; choose another folder\n`,
    ]);
  });

  it('about a URI that the driver cannot read, at once', async () => {
    const { code, stderr } = await broker(start('-dbURI', 'mongodb://u:secret@h/?nonsense=1'));
    expect(code).toBe(1);
    expect(stderr).toMatch(
      /^context-broker cannot start: -dbURI \(ORION_MONGO_URI\) is no MongoDB URI: .*\n$/,
    );
    expect(stderr).not.toContain('secret');
  });

  it('about a server that is not there, while it goes on trying', async () => {
    const { stderr } = await broker(
      start('-dbURI', 'mongodb://u:secret@127.0.0.1:1/', '-disableFileLog'),
      /start the MongoDB server.*\n/,
    );
    expect(stderr).toMatch(
      /^context-broker waits for its database: .*ECONNREFUSED.*; nothing listens there: .*\n/,
    );
    expect(stderr).not.toContain('secret');
  });
});

it('the names of npm lead to programs', () => {
  const { bin } = JSON.parse(readFileSync('package.json', 'utf8')) as {
    readonly bin: Record<string, string>;
  };
  expect(Object.keys(bin)).toEqual(['context-broker', 'identity-manager']);
  for (const path of Object.values(bin)) {
    expect(existsSync(path)).toBe(true);
    expect(readFileSync(path, 'utf8')).toMatch(/^#!\/usr\/bin\/env node\n/);
  }
});
