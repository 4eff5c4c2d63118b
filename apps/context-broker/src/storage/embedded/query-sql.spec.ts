import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { compareEntities, compileEntityQuery } from '@smart-city/context';
import type { Entity, EntityQuery, ServicePathFilter } from '@smart-city/context';
import {
  aboutAttributes,
  entitiesArbitrary,
  entityQueryArbitrary,
  geometryArbitrary,
  geoQueryArbitrary,
  geoValueArbitrary,
  servicePathsArbitrary,
  worldPositionArbitrary,
} from '@smart-city/ngsi-testing';
import { renderList, type ListOptions } from '../rendered-list';
import { decodeEntityRow } from './entity-document';
import { insertEntity } from './entity-writes';
import { ReaderSession } from './reader-session';
import { WriterSession } from './writer-session';

const FORMS: readonly ListOptions[] = [
  { representation: 'normalized' },
  { representation: 'keyValues', attrs: [], metadata: [] },
  { representation: 'values', attrs: [], metadata: [] },
  {
    representation: 'normalized',
    attrs: ['*', 'dateModified', 'servicePath'],
    metadata: ['dateCreated', 'm'],
  },
];

/** Runs of a property, each of forty queries: all of them in CI, a quarter where tests are run often. */
const runs = (inCi: number) => ({
  numRuns: process.env['THOROUGH_TESTS'] === undefined ? Math.ceil(inCi / 4) : inCi,
});

describe('queries compiled to SQL', () => {
  let folder: string;
  let files = 0;
  const reader = new ReaderSession();
  const writer = new WriterSession();

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'query-sql-'));
  });
  afterAll(() => {
    reader.close();
    rmSync(folder, { recursive: true });
  });

  const write = (entities: readonly Entity[]): string => {
    files += 1;
    const path = join(folder, `${files}.sqlite`);
    const operations = entities.flatMap((entity, index) => insertEntity(index + 1, entity).operations.flat());
    expect(
      writer.run([
        { kind: 'write', batch: 1, path, epoch: 0, operations },
        { kind: 'close', batch: 2, path },
      ]).failed,
    ).toEqual([]);
    return path;
  };

  /** The whole answer, page and order included: ties are in the order of creation. */
  const expectReference = (
    entities: readonly Entity[],
    queries: readonly (readonly [readonly ServicePathFilter[], EntityQuery])[],
  ) => {
    const path = write(entities);
    for (const [n, [servicePaths, query]] of queries.entries()) {
      const shown = FORMS[n % FORMS.length]!;
      const { rows = [], count } = reader.run({ path, servicePaths, query });
      const matching = entities.filter(compileEntityQuery(query, servicePaths));
      const sorted = [...matching].sort(compareEntities(query.orderBy, query.geo));
      const short = reader.runShort({ path, servicePaths, query });
      const json = renderList(rows.map(decodeEntityRow), shown);
      // In one: an expectation costs more than what it compares.
      expect({
        entities: rows.map(decodeEntityRow),
        count,
        short: short ?? { rows },
        json: reader.run({ path, servicePaths, query, shown }).json,
        shortJson: reader.runShort({ path, servicePaths, query, shown })?.json ?? json,
      }).toEqual({
        entities: sorted.slice(query.offset, query.offset + query.limit),
        count: query.count ? matching.length : undefined,
        short: { rows },
        json,
        shortJson: json,
      });
    }
  };
  const queries = (query: fc.Arbitrary<EntityQuery>) =>
    fc.array(fc.tuple(servicePathsArbitrary, query), { minLength: 40, maxLength: 40 });

  it('answer as the in-memory model', () => {
    fc.assert(
      fc.property(entitiesArbitrary({ maxLength: 20 }), queries(entityQueryArbitrary()), expectReference),
      runs(60),
    );
  });

  it('answer geo queries all over the world as the in-memory model', () => {
    const entities = entitiesArbitrary({
      maxLength: 20,
      geometry: geometryArbitrary(worldPositionArbitrary),
    });
    const geo = geoQueryArbitrary(worldPositionArbitrary);
    fc.assert(fc.property(entities, queries(entityQueryArbitrary({ geo })), expectReference), runs(40));
  });

  it('answer geo queries about attributes, nearest first too, as the in-memory model', () => {
    const entities = entitiesArbitrary({ maxLength: 20, site: geoValueArbitrary() });
    const geo = aboutAttributes(geoQueryArbitrary());
    const nearestFirst = geo.map((about): EntityQuery => ({
      selectors: [],
      geo: about,
      orderBy: [{ by: 'distance' }],
      limit: 5,
      offset: 2,
      count: true,
    }));
    const query = fc.oneof(entityQueryArbitrary({ geo }), nearestFirst);
    fc.assert(fc.property(entities, queries(query), expectReference), { numRuns: 15 });
  });
});
