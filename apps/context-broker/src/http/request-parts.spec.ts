import fc from 'fast-check';
import { NgsiError } from '@smart-city/context';
import { parseAccept } from './accept';
import { errorBody } from './answer';
import { decodeParameter, percentDecode } from './percent-decoding';
import { BatchController } from '../faces/ngsiv2/batch/batch.controller';
import { EntitiesController } from '../faces/ngsiv2/entities/entities.controller';
import { StatisticsController } from '../operations/admin/statistics.controller';
import { VersionController } from '../operations/admin/version.controller';
import { tableOf } from './table-of.contract';
import { parseServicePaths, parseTenant, readFilters, writePath } from './tenancy';
import { parseUrlParameters } from '../faces/ngsiv2/url-parameters';

const faultOf = (run: () => unknown) => {
  try {
    run();
    return undefined;
  } catch (error) {
    return error instanceof NgsiError ? error.message : String(error);
  }
};

describe('percent decoding', () => {
  it('decodes what any client encodes', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme' }),
        (text) => decodeParameter(encodeURIComponent(text)) === text,
      ),
    );
  });

  it('leaves what is no escape, and blanks are plus signs in parameters only', () => {
    expect(percentDecode('/a%zz%4')).toBe('/a%zz%4');
    expect(percentDecode('/a+b')).toBe('/a+b');
    expect(decodeParameter('a+b%2B')).toBe('a b+');
  });
});

describe('Accept', () => {
  it('prefers by quality, then by order', () => {
    expect(parseAccept('*/*')).toMatchObject({ json: true, text: true, geoJson: false, preferred: 'json' });
    expect(parseAccept('text/plain, application/json')).toMatchObject({
      json: true,
      text: true,
      preferred: 'text',
    });
    expect(parseAccept('text/plain;q=0.1, application/json;q=0.2')).toMatchObject({ preferred: 'json' });
    expect(parseAccept('text/*')).toMatchObject({ json: false, text: true, preferred: 'text' });
    expect(faultOf(() => parseAccept(''))).toBe('empty accept header');
  });

  it('takes GeoJSON for what was named so only', () => {
    expect(parseAccept('application/geo+json')).toEqual({
      json: false,
      text: false,
      geoJson: true,
      events: false,
      preferred: 'geoJson',
    });
    expect(parseAccept('application/geo+json;q=0.5, application/json')).toMatchObject({
      geoJson: true,
      preferred: 'json',
    });
    expect(parseAccept('application/*')).toMatchObject({ json: true, geoJson: false });
  });

  it('takes events for what was named so only', () => {
    expect(parseAccept('text/event-stream')).toMatchObject({
      text: false,
      events: true,
      preferred: 'events',
    });
    expect(parseAccept('text/event-stream;q=0.5, application/json')).toMatchObject({ preferred: 'json' });
    expect(parseAccept('text/*')).toMatchObject({ text: true, events: false });
  });

  it('never fails otherwise than by an NGSI error', () => {
    fc.assert(fc.property(fc.string(), (text) => !faultOf(() => parseAccept(text))?.startsWith('TypeError')));
  });
});

describe('service paths', () => {
  it('read everywhere and write to the root by default', () => {
    expect(readFilters(parseServicePaths('/a/ , /b/#'))).toEqual([
      { path: '/a', subtree: false },
      { path: '/b', subtree: true },
    ]);
    expect(writePath(parseServicePaths('/a/b/'), 'PUT')).toBe('/a/b');
  });
});

it('lower-cases tenants', () => {
  expect(parseTenant('Smart_City1')).toBe('smart_city1');
  expect(faultOf(() => parseTenant('a.b'))).toContain('bad character in tenant name');
});

describe('URL parameters', () => {
  it('remember the last fault', () => {
    expect(parseUrlParameters('limit=x&offset=y').fault?.message).toContain('offset');
    expect(parseUrlParameters('limit=5&options=count,keyValues')).toMatchObject({
      limit: 5,
      offset: 0,
      fault: undefined,
    });
    expect(parseUrlParameters('offset=99999999999999999999').offset).toBe(Number.MAX_SAFE_INTEGER);
  });

  it('check characters by parameter', () => {
    const isFine = (query: string) => parseUrlParameters(query).fault === undefined;
    expect(isFine('q=a==(b)&mq=x&idPattern=^(a)$&typePattern=(b)')).toBe(true);
    expect(isFine('georel=near;maxDistance==1&geometry=a;b&coords=1,2;3,4')).toBe(true);
    expect(isFine('coords=1=2')).toBe(false);
    expect(isFine('attrs=a(b')).toBe(false);
  });

  it('take any query string', () => {
    fc.assert(fc.property(fc.string(), (query) => parseUrlParameters(query).values instanceof Map));
  });
});

describe('route table', () => {
  const routes = tableOf([EntitiesController, BatchController, StatisticsController, VersionController]);
  const find = (path: string) => routes.find(path.slice(1).split('/'));

  it('finds resources by components, letter case aside outside /v2', () => {
    expect(find('/v2/entities/E')?.path).toBe('/v2/entities/:id');
    expect(find('/CACHE/statistics')?.path).toBe('/cache/statistics');
    expect(find('/V2/entities')).toBeUndefined();
    expect(find('/VERSION')).toBeUndefined();
    expect(find('/v2/entities/E/x')).toBeUndefined();
  });

  it('knows what Allow says', () => {
    expect(find('/v2/entities')?.allow).toBe('POST, GET');
    expect(find('/v2/op/notify')?.allow).toBeUndefined();
    expect(find('/statistics')?.allow).toBe('GET, DELETE');
  });
});

it('escapes error texts before they become JSON', () => {
  expect(errorBody('BadRequest', `<>()='";\n`)).toBe(
    '{"error":"BadRequest","description":"&lt;&gt;&#40;&#41;&#61;&#39;&quot;&#59;\\n"}',
  );
});
