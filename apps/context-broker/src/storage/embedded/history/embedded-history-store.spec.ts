import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ALL_TIME } from '@smart-city/history';
import { historyStoreContract, type HistoryUnderTest } from '../../contract/history-store.contract';
import { openEmbeddedStores } from '../open-embedded-stores';

const rules = { keeps: (_tenant: string, _type: string, name: string) => name !== 'quiet', days: 30 };

async function open(folder: string, warnings: string[] = []): Promise<HistoryUnderTest> {
  const { entities, history } = await openEmbeddedStores({
    dbUri: `sqlite:${folder}`,
    dbName: 'orion',
    multiservice: true,
    history: rules,
    monitor: { warn: (text) => void warnings.push(text) },
  });
  return {
    entities,
    history: history!,
    reopen: async () => {
      await entities.close();
      return open(folder, warnings);
    },
    close: () => entities.close(),
  };
}

const newFolder = () => mkdtemp(join(tmpdir(), 'history-'));
const folders: string[] = [];
afterAll(() => Promise.all(folders.map((folder) => rm(folder, { recursive: true }))));

historyStoreContract(async () => {
  const folder = await newFolder();
  folders.push(folder);
  return open(folder);
});

it('sets a damaged file aside, says so, and goes on', async () => {
  const folder = await newFolder();
  folders.push(folder);
  const warnings: string[] = [];
  let stores = await open(folder, warnings);
  const series = { id: 'a', type: 'T', servicePath: '/', attr: 't', dataset: '' };
  const at = Date.now() - 1000;
  const one = { series, samples: [{ at, recordedAt: at, value: 1, label: { type: 'Number' } }] };
  await stores.history.append('', [one]);
  await stores.close();
  const name = (await readdir(folder)).find((one) => /history-.*sqlite$/.test(one));
  await writeFile(join(folder, name!), 'x'.repeat(8192));
  stores = await open(folder, warnings);
  const read = async () =>
    (await stores.history.read('', [series], { window: ALL_TIME, limit: 9 }))[0]!.samples;
  expect(await read()).toEqual([]);
  expect(warnings).toEqual([
    expect.stringMatching(/history in .*\.sqlite is damaged .*set aside as .*\.damaged-\d+$/),
  ]);
  await stores.history.append('', [one]);
  expect(await read()).toEqual(one.samples);
  await stores.close();
});
