import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runSubcommand } from '@smart-city/service';
import { change } from '../storage/contract/contract-kit';
import { openStores } from '../storage/open-stores';
import { copyCommand } from './copy.command';

const copy = (from: string, to: string) =>
  runSubcommand(copyCommand, ['--from', from, '--to', to, '--db', 'copied'], undefined);

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'copy-command-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe('context-broker copy', () => {
  it('refuses databases that it cannot copy between, with 2', async () => {
    const from = `sqlite:${join(folder, 'a')}`;
    expect(await copy(from, from)).toMatchObject({ exitCode: 2 });
    expect(await copy(from, 'mysql://x')).toMatchObject({
      exitCode: 2,
      stderr: expect.stringContaining('usage:') as unknown,
    });
  });

  it('ends with 1 when a server does not answer', async () => {
    const dbUri = `sqlite:${join(folder, 'a')}`;
    const { entities } = await openStores({ dbUri, dbName: 'copied', multiservice: true });
    await entities.update({ tenant: '', servicePath: '/' }, [change('create', { id: 'E', type: 'T' })]);
    await entities.close();
    expect(await copy(dbUri, 'mongodb://127.0.0.1:1/?serverSelectionTimeoutMS=200')).toMatchObject({
      exitCode: 1,
      stderr: expect.stringMatching(/^cannot copy: .*127\.0\.0\.1:1/) as unknown,
    });
  });

  it('ends with 1 at a source that is not there, and makes neither of them', async () => {
    const [from, to] = [join(folder, 'missing'), join(folder, 'b')];
    const ask = () => copy(`sqlite:${from}`, `sqlite:${to}`);
    const refused = {
      exitCode: 1,
      stdout: '',
      stderr: `cannot copy: there is no database 'copied' in ${from}\n`,
    };
    expect(await ask()).toEqual(refused);
    expect(readdirSync(folder)).toEqual([]);
    mkdirSync(from);
    expect(await ask()).toEqual(refused);
    expect(readdirSync(from)).toEqual([]);
  });
});
