import { parseJson } from '@smart-city/context';
import { NgsiLdFault } from '../ngsild-fault';
import { readLdQuery } from './ld-query-request';
import { parseLdPaging } from './paging';
import { membersOfQueryBody } from './query-body';
import { membersOfParameters } from './query-parameters';
import { parseFormat } from './show-parameters';

const expand = (name: string) => name;
const parametersOf = (query: string) => new Map(new URLSearchParams(query));
const ofUrl = (query: string) => readLdQuery(membersOfParameters(parametersOf(query)), expand);
const ofBody = (body: object) => readLdQuery(membersOfQueryBody(parseJson(JSON.stringify(body))), expand);

it('reads the same from a URL and from a body', () => {
  expect(
    ofUrl(
      'type=T&id=urn:a:1,urn:a:2&q=a==1&attrs=a,b&scopeQ=/A/%23&georel=near;maxDistance==10&geometry=Point&coordinates=[1,2]&pick=a,r{b}&join=inline&joinLevel=2&lang=es&datasetId=urn:d:1,@none&csf=x==1',
    ),
  ).toEqual(
    ofBody({
      type: 'Query',
      entities: [{ type: 'T', id: ['urn:a:1', 'urn:a:2'] }],
      q: 'a==1',
      attrs: ['a', 'b'],
      scopeQ: '/A/#',
      geoQ: { georel: 'near;maxDistance==10', geometry: 'Point', coordinates: [1, 2] },
      pick: ['a', 'r{b}'],
      join: 'inline',
      joinLevel: 2,
      lang: 'es',
      datasetId: 'urn:d:1,@none',
      csf: 'x==1',
    }),
  );
});

it('leaves out entities of which nothing is picked', () => {
  expect(ofUrl('type=T&pick=a,b').filter.anyOf).toEqual([['a', 'b']]);
  expect(ofUrl('type=T&pick=id,a').filter.anyOf).toBeUndefined();
});

describe('width', () => {
  it.each(['id=urn:a:1', 'idPattern=x', 'q=createdAt>2020-01-01T00:00:00Z', 'pick=a', 'csf=a==1', ''])(
    'refuses %j, unless it is local',
    (query) => {
      expect(() => ofUrl(query)).toThrow('Too wide');
      expect(ofUrl(`${query}&local=true`).isLocal).toBe(true);
    },
  );

  it.each(['type=T', 'attrs=a', 'q=a', 'scopeQ=/A', 'georel=within&geometry=Point&coordinates=[1,2]'])(
    'takes %s',
    (query) => {
      expect(ofUrl(query).isLocal).toBe(false);
    },
  );

  it('takes any type as local', () => {
    expect(ofUrl('type=*').isLocal).toBe(true);
  });
});

it.each([
  'type=T&id=nope',
  'type=T&idPattern=(',
  'type=T&attrs=a,,b',
  'type=T&coordinates=[1,2',
  'type=T&geoproperty=x',
  'type=T&local=yes',
  'type=T&join=deep',
  'type=T&joinLevel=1',
  'type=T&join=inline&joinLevel=0',
  'type=T&join=inline&joinLevel=x',
  'type=T&pick=r{a}',
  'type=T&omit=r{s{a}}&join=inline',
  'type=T&q=r{a}==1',
  'type=T&q=r{s{a}}==1&join=flat',
  'type=T&orderBy=a',
  'type=T&datasetId=x',
  'type=T&lang=12',
  'type=T&entityMapLifetime=x',
])('refuses %s', (query) => {
  expect(() => ofUrl(query)).toThrow(NgsiLdFault);
});

it.each([
  {},
  { type: 'Other', entities: [{ type: 'T' }] },
  { type: 'Query' },
  { type: 'Query', entities: [] },
  { type: 'Query', entities: [{ id: 'urn:a:1' }] },
  { type: 'Query', entities: [{ type: 'T', id: 'x y' }] },
  { type: 'Query', entities: [{ type: 'T' }], attrs: [] },
  { type: 'Query', entities: [{ type: 'T' }], pick: [''] },
  { type: 'Query', entities: [{ type: 'T' }], temporalQ: {} },
  { type: 'Query', entities: [{ type: 'T' }], geoQ: 'near' },
  { type: 'Query', entities: [{ type: 'T' }], joinLevel: '1' },
  { type: 'Query', entities: [{ type: 'T' }], unknown: 1 },
])('refuses the body %j', (body) => {
  expect(() => ofBody(body)).toThrow(NgsiLdFault);
});

it('reads pages', () => {
  const paging = (query: string) => parseLdPaging(parametersOf(query));
  expect(paging('')).toEqual({ limit: 20, offset: 0, count: false });
  expect(paging('limit=0&count=true')).toEqual({ limit: 0, offset: 0, count: true });
  for (const query of ['limit=-1', 'limit=0', 'limit=x', 'offset=-1', 'offset=1.5', 'count=1', 'limit=1001'])
    expect(() => paging(query)).toThrow(NgsiLdFault);
});

it('lets format win over options', () => {
  expect(parseFormat('concise', 'keyValues,sysAttrs')).toEqual({ format: 'concise', sysAttrs: true });
  expect(parseFormat(undefined, 'keyValues')).toEqual({ format: 'simplified', sysAttrs: false });
  expect(() => parseFormat('temporalValues', undefined)).toThrow(NgsiLdFault);
  expect(() => parseFormat(undefined, 'count')).toThrow(NgsiLdFault);
});
