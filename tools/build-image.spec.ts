import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { lstatSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { messageClientsIn } from '@smart-city/testing';

const run = promisify(execFile);

/** Instruction sets as an ELF file names them. */
const MACHINES: Readonly<Record<string, number>> = { x64: 62, arm64: 183 };

interface Entry {
  readonly mode: number;
  readonly time: number;
  readonly sum: string | undefined;
}

function entriesOf(folder: string): ReadonlyMap<string, Entry> {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort();
  return new Map(
    names.map((name) => {
      const stat = lstatSync(join(folder, name));
      const sum = stat.isFile()
        ? createHash('sha256')
            .update(readFileSync(join(folder, name)))
            .digest('hex')
        : undefined;
      return [name, { mode: stat.mode, time: stat.mtimeMs, sum }];
    }),
  );
}

/** A build takes three seconds of the processor: where `npm test` has to be quick, the other architecture gets its native parts alone. */
const isThorough = process.env['THOROUGH_TESTS'] !== undefined;
const onlyNativeParts = `import { copyNativeParts } from './tools/native-parts.mjs'; copyNativeParts(...process.argv.slice(1));`;

const build = (arch: string, folder: string) =>
  isThorough || arch === process.arch
    ? run(process.execPath, ['tools/build-image.mjs', 'identity-manager', folder, '--arch', arch])
    : run(process.execPath, [
        ...['--input-type=module', '-e', onlyNativeParts, '--'],
        ...['identity-manager', arch, join(folder, 'app')],
      ]);

/** The identity manager has the native parts of both. */
describe('what an image of the identity manager holds', () => {
  const root = mkdtempSync(join(tmpdir(), 'build-image-'));
  afterAll(() => rmSync(root, { recursive: true, force: true }));
  const built: Record<string, ReadonlyMap<string, Entry>> = {};
  beforeAll(async () => {
    for (const arch of Object.keys(MACHINES)) {
      const folder = join(root, arch);
      await build(arch, folder);
      built[arch] = entriesOf(folder);
    }
  });

  it('says its version: nothing is loaded before what it needs', async () => {
    const main = join(root, process.arch, 'app/main.js');
    expect((await run(process.execPath, [main, '--version'])).stdout).toBe('identity-manager 0.1.0\n');
  });

  it.each(Object.entries(MACHINES))(
    'for %s: native parts of that architecture, and no others',
    (arch, machine) => {
      const native = [...built[arch]!.keys()].filter((name) => name.endsWith('.node'));
      expect(native).toEqual([
        `app/node_modules/@node-rs/argon2-linux-${arch}-gnu/argon2.linux-${arch}-gnu.node`,
        `app/node_modules/better-sqlite3/prebuilds/linux-${arch}.node`,
      ]);
      // ELF, then e_machine.
      const heads = native.map((name) => readFileSync(join(root, arch, name)).subarray(0, 20));
      expect(heads.map((head) => [head.toString('latin1', 1, 4), head.readUInt16LE(18)])).toEqual(
        native.map(() => ['ELF', machine]),
      );
    },
  );

  it('is of one time', () => {
    expect(new Set([...built[process.arch]!.values()].map(({ time }) => time)).size).toBe(1);
  });

  (isThorough ? it : it.skip)(
    'is the same to the byte, mode and time whenever and wherever it is built',
    () => {
      const shared = (arch: string) =>
        [...built[arch]!].filter(([name]) => !/argon2-linux|prebuilds\/linux/.test(name));
      expect(shared('arm64')).toEqual(shared('x64'));
    },
  );

  it('has the licences of what is bundled, and neither maps nor types nor tests', () => {
    const names = [...built[process.arch]!.keys()];
    expect(names.filter((name) => /\.(?:map|ts|md)$|\.spec\./.test(name))).toEqual([]);
    expect(readFileSync(join(root, process.arch, 'app/THIRD-PARTY-LICENCES.txt'), 'utf8')).toMatch(
      /^express \S+ \(MIT\)\n\n.*MIT License/im,
    );
  });
});

describe('what an image of the broker holds', () => {
  const folder = mkdtempSync(join(tmpdir(), 'build-image-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  // What `npm run build` makes is bundled alike: end to end it shows the same at each run.
  (isThorough ? it : it.skip)('clients of message brokers that work once they are loaded', async () => {
    await run(process.execPath, ['tools/build-image.mjs', 'context-broker', folder]);
    expect(await messageClientsIn(join(folder, 'app'))).toEqual({ mqtt: true, kafka: true });
  });
});
