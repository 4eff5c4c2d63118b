import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { workerBundle } from './worker-bundle';

describe('workerBundle', () => {
  let root: string;
  let source: string;
  let other: string;
  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'worker-bundle-'));
    for (const folder of ['apps', 'libs']) mkdirSync(join(root, folder));
    writeFileSync(join(root, 'tsconfig.base.json'), '{}');
    [source, other] = [join(root, 'apps', 'some.worker.ts'), join(root, 'apps', 'other.ts')];
    save(source, "import { text } from './other';\nconsole.log(text);\n");
    save(other, "export const text: string = 'first';\n");
  });
  afterEach(() => rmSync(root, { recursive: true }));

  /** As if it had been saved a minute ago. */
  function save(path: string, text: string, when = new Date(Date.now() - 60_000)): void {
    writeFileSync(path, text);
    utimesSync(path, when, when);
  }

  it('is one file of JavaScript, kept for the next test file', async () => {
    const file = await workerBundle(root, source);
    expect(readFileSync(file, 'utf8')).toContain('first');
    const made = statSync(file).ino;
    expect(await workerBundle(root, source)).toBe(file);
    expect(statSync(file).ino).toBe(made);
  });

  it('is made anew when a source changes, or is gone', async () => {
    const file = await workerBundle(root, source);
    save(other, "export const text: string = 'second';\n", new Date(Date.now() + 1000));
    await workerBundle(root, source);
    expect(readFileSync(file, 'utf8')).toContain('second');
    save(source, "console.log('alone');\n");
    rmSync(other);
    await workerBundle(root, source);
    expect(readFileSync(file, 'utf8')).toContain('alone');
  });
});
