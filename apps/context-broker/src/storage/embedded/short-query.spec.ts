import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ALL_SERVICE_PATHS, type Entity, type EntityQuery } from '@smart-city/context';
import { parseOrderBy, parseQ } from '@smart-city/ngsiv2';
import { insertEntity } from './entity-writes';
import { decodeEntityRow } from './entity-document';
import { ReaderSession } from './reader-session';
import { WriterSession } from './writer-session';

const entity = (n: number): Entity => ({
  id: `E${n}`,
  type: n % 4 === 3 ? 'U' : 'T',
  servicePath: n < 500 ? '/' : '/late',
  attrs: new Map([
    ['n', { type: 'Number', value: n, metadata: new Map(), creDate: 1, modDate: 1 }],
    [
      'text',
      {
        type: 'Text',
        value: n === 990 ? 'x'.repeat(200_000) : '',
        metadata: new Map(),
        creDate: 1,
        modDate: 1,
      },
    ],
  ]),
  creDate: n,
  modDate: n,
});
const query = (more: Partial<EntityQuery>): EntityQuery => ({
  selectors: [],
  orderBy: [],
  limit: 20,
  offset: 0,
  count: false,
  ...more,
});

describe('short queries', () => {
  const folder = mkdtempSync(join(tmpdir(), 'short-'));
  const path = join(folder, 'a.sqlite');
  const reader = new ReaderSession();
  beforeAll(() => {
    const operations = Array.from(
      { length: 1000 },
      (_, n) => insertEntity(n + 1, entity(n)).operations,
    ).flat();
    new WriterSession().run([
      { kind: 'write', batch: 1, path, epoch: 0, operations: operations.flat() },
      { kind: 'close', batch: 2, path },
    ]);
  });
  afterAll(() => {
    reader.close();
    rmSync(folder, { recursive: true });
  });
  const idsOf = (asked: Partial<EntityQuery>, servicePaths = ALL_SERVICE_PATHS) =>
    reader.runShort({ path, servicePaths, query: query(asked) })?.rows?.map((row) => decodeEntityRow(row).id);
  const ids = (from: number, to: number, is: (n: number) => boolean = () => true) =>
    Array.from({ length: to - from }, (_, n) => from + n)
      .filter(is)
      .map((n) => `E${n}`);

  it('are the first of all, or of a type, and those of some ids, in the order of creation', () => {
    expect(idsOf({})).toEqual(ids(0, 20));
    expect(idsOf({ offset: 10, limit: 5 })).toEqual(ids(10, 15));
    expect(idsOf({ selectors: [{ types: ['U'] }], limit: 3 })).toEqual(['E3', 'E7', 'E11']);
    expect(idsOf({ selectors: [{ ids: ['E9', 'E4', 'E5', 'none'] }] })).toEqual(['E4', 'E5', 'E9']);
  });

  it('may ask more where the first candidates fill the page, or are all there are', () => {
    expect(idsOf({ q: parseQ('n>10'), limit: 20 })).toEqual(ids(11, 31));
    expect(idsOf({ selectors: [{ types: ['T'] }], limit: 9 }, [{ path: '/', subtree: false }])).toEqual(
      ids(0, 12, (n) => n % 4 !== 3),
    );
    expect(idsOf({ selectors: [{ types: ['none'] }] })).toEqual([]);
    expect(idsOf({ selectors: [{ ids: ['E1', 'E2'] }], q: parseQ('n==2') })).toEqual(['E2']);
  });

  it('are none that may have to look at many entities, or at large ones', () => {
    expect(idsOf({ q: parseQ('n>900') })).toBeUndefined();
    expect(idsOf({}, [{ path: '/late', subtree: false }])).toBeUndefined();
    expect(idsOf({ count: true })).toBeUndefined();
    expect(idsOf({ limit: 101 })).toBeUndefined();
    expect(idsOf({ offset: 90 })).toBeUndefined();
    expect(idsOf({ orderBy: parseOrderBy('!n') })).toBeUndefined();
    expect(idsOf({ selectors: [{ idPattern: 'E1' }] })).toBeUndefined();
    expect(idsOf({ selectors: [{ ids: ['E990'] }] })).toBeUndefined();
    expect(idsOf({ selectors: [{ ids: ids(0, 200) }] })).toBeUndefined();
  });
});
