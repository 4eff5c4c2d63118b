import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readAddressFile, writeAddressFile } from './address-file';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'address-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));
const file = () => join(folder, 'address');

describe('the address file', () => {
  it('says where the process listens, and is gone with it', () => {
    const remove = writeAddressFile(file(), 'https://127.0.0.1:1027');
    expect(readAddressFile(file())).toBe('https://127.0.0.1:1027');
    remove();
    expect(readdirSync(folder)).toEqual([]);
  });
  it('is left alone when another process wrote it meanwhile', () => {
    const remove = writeAddressFile(file(), 'http://127.0.0.1:1');
    writeAddressFile(file(), 'http://127.0.0.1:2');
    remove();
    expect(readAddressFile(file())).toBe('http://127.0.0.1:2');
  });
  it('is not there, or holds no address', () => {
    expect(readAddressFile(file())).toBeUndefined();
    writeFileSync(file(), 'no address');
    expect(readAddressFile(file())).toBeUndefined();
  });
  it('says why it cannot be written', () => {
    expect(() => writeAddressFile(join(folder, 'missing', 'address'), 'http://127.0.0.1:1')).toThrow(
      'ENOENT',
    );
    expect(existsSync(join(folder, 'missing'))).toBe(false);
  });
});
