import { existsSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureWritableFolder, FolderNotWritable } from './writable-folder';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'writable-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe('ensureWritableFolder', () => {
  it('makes the folder with its parents', () => {
    const made = join(folder, 'a', 'b');
    ensureWritableFolder(made, 0o700);
    expect(statSync(made).mode & 0o777).toBe(0o700);
    expect(() => ensureWritableFolder(made)).not.toThrow();
  });
  it('names a file in its place', () => {
    writeFileSync(join(folder, 'file'), '');
    expect(() => ensureWritableFolder(join(folder, 'file', 'data'))).toThrow(FolderNotWritable);
    expect(() => ensureWritableFolder(join(folder, 'file', 'data'))).toThrow(
      `the data folder ${folder}/file/data cannot be used`,
    );
    expect(existsSync(join(folder, 'data'))).toBe(false);
  });
  // Linux answers ENOENT there, although the parent is a folder.
  (existsSync('/proc/self') ? it : it.skip)('ends where nothing can be made', () => {
    expect(() => ensureWritableFolder('/proc/none/data')).toThrow(
      /^the data folder \/proc\/none\/data cannot be used: ENOENT.*; choose another folder$/,
    );
  });
});
