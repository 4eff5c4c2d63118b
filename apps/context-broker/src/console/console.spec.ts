import type { EnforcementGuard } from '../operations/authz/enforcement.guard';
import type { NgsiRequest } from '../http/ngsi-request';
import { html } from '../html/html';
import { PageWords } from '../html/page-words';
import { encodingFor } from '../http/compressed-answer';
import { quantile, summed } from './figures/traffic';
import { ConsoleAccess } from './console-access';
import { FormTokens } from './form-tokens';
import { clustersOf } from './map/clusters';
import { placeOfCell, placeOfEntity } from './map/counted-place';
import { shortNumber } from './map/marks';
import { MAP_SIZE } from './map/places-map';
import { boundsOf, project, scaleBar, unproject, viewOf } from './map/map-view';
import { tilesOf } from './map/tiles';
import { readView } from './pages/map.page';
import { durationText, sizeText } from './pages/sizes';
import { Visit } from './visit';
import { wordsFor } from './words-for';

const request = (headers: Record<string, string> = {}, url = '/admin/console') =>
  ({
    url,
    header: (name: string) => headers[name],
    isEncrypted: false,
    components: [],
  }) as unknown as NgsiRequest;

describe('templates', () => {
  it('take lists and nothing', () => {
    expect(html`<p>${['a', html`<b>${'<'}</b>`]}${undefined}${1}</p>`.text).toBe('<p>a<b>&lt;</b>1</p>');
  });
});

describe('compression', () => {
  it.each([
    ['gzip, deflate, br', 'br'],
    ['gzip;q=1.0, br;q=0', 'gzip'],
    ['GZIP', 'gzip'],
    ['br;q=0.000, gzip;q=0', undefined],
    ['brotli, xgzip', undefined],
    ['', undefined],
  ])('%s: %s', (accepted, expected) => {
    expect(encodingFor(accepted)).toBe(expected);
  });
});

describe('tokens of forms', () => {
  const forms = new FormTokens();
  const { token, headers } = forms.issue(request());
  const cookie =
    /^console_form=([^;]+); Path=\/admin\/console; HttpOnly; SameSite=Lax$/.exec(
      headers[1]!.replace(/; /g, '; '),
    )?.[1] ?? '';
  const check =
    (with_: Record<string, string>, sent = token) =>
    () =>
      forms.check(request(with_), sent);

  it('are good for the browser that they were made for', () => {
    expect(cookie).not.toBe('');
    expect(check({ cookie: `console_form=${cookie}` })).not.toThrow();
    const again = forms.issue(request({ cookie: `console_form=${cookie}` }));
    expect(again.headers).toEqual([]);
    expect(again.token).not.toBe(token);
    expect(
      check({ cookie: `console_form=${cookie}`, 'sec-fetch-site': 'same-origin' }, again.token),
    ).not.toThrow();
  });
  it('are good for the session that they were made in, whoever brings the cookie of the forms', () => {
    const ofSession = (name: string) => ({ cookie: `console_form=${cookie}; console_session=${name}` });
    const { token: ofAna } = forms.issue(request(ofSession('ana')));
    expect(check(ofSession('ana'), ofAna)).not.toThrow();
    expect(check(ofSession('ben'), ofAna)).toThrow('out of date');
    expect(check({ cookie: `console_form=${cookie}` }, ofAna)).toThrow('out of date');
  });
  it.each<[string, () => void]>([
    ['no cookie', check({})],
    ['the cookie of another', check({ cookie: 'console_form=other' })],
    ['no token', check({ cookie: `console_form=${cookie}` }, '')],
    ['another token', check({ cookie: `console_form=${cookie}` }, 'A'.repeat(86))],
    ['another site', check({ cookie: `console_form=${cookie}`, 'sec-fetch-site': 'cross-site' })],
    ['a session that began since', check({ cookie: `console_form=${cookie}; console_session=a` })],
    ['another process', () => new FormTokens().check(request({ cookie: `console_form=${cookie}` }), token)],
  ])('are refused with %s', (_, attempt) => {
    expect(attempt).toThrow('out of date');
  });
});

describe('a visit', () => {
  it('reads service, service path and page, and keeps them in links', () => {
    const visit = Visit.of(
      request({}, '/admin/console/x?service=City&path=/a/%23&page=3&q=%20t%3E1%20'),
      true,
    );
    expect([visit.tenant, visit.servicePath, visit.page, visit.text('q')]).toEqual([
      'city',
      '/a/#',
      3,
      't>1',
    ]);
    expect(visit.link('map', { type: 'a&b', page: undefined })).toBe(
      '/admin/console/map?service=city&path=%2Fa%2F%23&type=a%26b',
    );
  });
  it('leads from an entity back to the service paths that somebody came from', () => {
    const entity = { id: 'a', type: 'T', servicePath: '/a' };
    const from = (query: string) => {
      const address = Visit.of(request({}, `/admin/console/entities?${query}`), true).linkToEntity(entity);
      const page = Visit.of(request({}, address), true);
      return [address.split('?')[1], page.servicePath, page.link('map')];
    };
    expect(from('')).toEqual(['path=%2Fa&id=a&type=T&scope=%2F%23', '/a', '/admin/console/map']);
    expect(from('path=/a/%23')).toEqual([
      'path=%2Fa&id=a&type=T&scope=%2Fa%2F%23',
      '/a',
      '/admin/console/map?path=%2Fa%2F%23',
    ]);
    expect(from('path=/a')).toEqual(['path=%2Fa&id=a&type=T', '/a', '/admin/console/map?path=%2Fa']);
    expect(() => Visit.of(request({}, '/admin/console/entity?scope=/a,/b'), true)).toThrow(
      'one service path',
    );
  });
  it('takes nonsense for the first page, and refuses what is no service', () => {
    for (const page of ['0', '-1', '1.5', 'x', '1e99'])
      expect(Visit.of(request({}, `/admin/console?page=${page}`), true).page).toBe(1);
    expect(() => Visit.of(request({}, '/admin/console?service=a-b'), true)).toThrow('bad character');
    expect(() => Visit.of(request({}, '/admin/console?path=a'), true)).toThrow('absolute');
    expect(Visit.of(request({}, '/admin/console?service=a-b'), false).tenant).toBe('');
  });
  it.each(['/public,/secret', '/public,', ',/public', ',', '/public,/public', '/public, '])(
    'is about one service path, not %s',
    (path) => {
      const query = new URLSearchParams({ path }).toString();
      expect(() => Visit.of(request({}, `/admin/console?${query}`), true)).toThrow('one service path');
    },
  );
  it.each([
    ['', '/#', [{ path: '/', subtree: true }]],
    ['/%23', '/#', [{ path: '/', subtree: true }]],
    ['/', '/', [{ path: '/', subtree: false }]],
    ['/a/', '/a', [{ path: '/a', subtree: false }]],
    ['/a/%23', '/a/#', [{ path: '/a', subtree: true }]],
  ])('with the service path "%s" reads what permission is asked for', (path, asked, read) => {
    const visit = Visit.of(request({}, `/admin/console?path=${path}`), true);
    expect([visit.servicePath, visit.servicePaths]).toEqual([asked, read]);
  });
});

describe('permission', () => {
  /** The questions that are put to the guard; what is permitted is said by service path. */
  const accessOf = (permitted: string) => {
    const asked: unknown[] = [];
    const guard: Pick<EnforcementGuard, 'permits'> = {
      permits: (_, { action, resource, service, servicePaths }) => {
        asked.push([action, resource, service, servicePaths]);
        return Promise.resolve(servicePaths!.every((path) => path === permitted));
      },
    };
    return { access: new ConsoleAccess(guard as EnforcementGuard), asked };
  };
  const visit = Visit.of(request({}, '/admin/console?service=city&path=/public'), true);
  const RESOURCE = '/v2/subscriptions/0123';

  it('is asked in the service path of the visit', async () => {
    const { access, asked } = accessOf('/public');
    await access.requireRead(visit, RESOURCE);
    expect(asked).toEqual([['GET', RESOURCE, 'city', ['/public']]]);
    await expect(accessOf('/other').access.requireRead(visit, RESOURCE)).rejects.toMatchObject({
      status: 403,
    });
  });

  it.each([
    ['GET', (access: ConsoleAccess) => access.requireReadById(visit, RESOURCE)],
    ['PATCH', (access: ConsoleAccess) => access.requireChange(visit, RESOURCE)],
  ])('to %s what is found by its id is asked in all service paths', async (action, require) => {
    const { access, asked } = accessOf('/#');
    await require(access);
    expect(asked).toEqual([[action, RESOURCE, 'city', ['/#']]]);
    await expect(require(accessOf('/public').access)).rejects.toMatchObject({ status: 403 });
  });
});

describe('traffic', () => {
  const slice = {
    seconds: 10,
    requests: 4,
    errors: 1,
    buckets: [
      [1, 2],
      [3, 4],
      [Infinity, 4],
    ] as const,
  };
  it('is summed up, and its quantiles lie within their buckets', () => {
    const sum = summed([slice, slice]);
    expect(sum).toMatchObject({ seconds: 20, requests: 8, errors: 2 });
    expect([quantile(sum, 0.5), quantile(sum, 0.75), quantile(summed([]), 0.5)]).toEqual([1, 2, undefined]);
    expect(
      quantile(
        {
          ...slice,
          buckets: [
            [1, 0],
            [Infinity, 3],
          ],
        },
        0.5,
      ),
    ).toBe(Infinity);
  });
});

describe('sizes', () => {
  const [english, spanish] = [new PageWords('en', 0), new PageWords('es', 0)];
  it.each([
    [0, '0 bytes', '0 bytes'],
    [999, '999 bytes', '999 bytes'],
    [1_500, '1.5\u00a0KB', '1,5\u00a0KB'],
    [123_456_789, '123\u00a0MB', '123\u00a0MB'],
  ])('%d is %s, %s', (bytes, ...texts) =>
    expect([sizeText(bytes, english), sizeText(bytes, spanish)]).toEqual(texts),
  );
  it.each([
    [undefined, '–', '–'],
    [0.0012, '1.2\u00a0ms', '1,2\u00a0ms'],
    [0.0999, '100\u00a0ms', '100\u00a0ms'],
    [1.25, '1.3\u00a0s', '1,3\u00a0s'],
    [Infinity, 'over 5 s', 'más de 5 s'],
  ])('a duration of %d is %s, %s', (seconds, ...texts) =>
    expect([durationText(seconds, english), durationText(seconds, spanish)]).toEqual(texts),
  );
});

describe('the words of a visitor', () => {
  const wordsOf = (headers: Record<string, string>) => wordsFor(request(headers));
  it.each<[Record<string, string>, string]>([
    [{}, 'en'],
    [{ 'accept-language': 'es-MX,es;q=0.9,en;q=0.8' }, 'es'],
    [{ 'accept-language': 'fr, de' }, 'en'],
    [{ 'accept-language': 'es', cookie: 'language=en' }, 'en'],
    [{ 'accept-language': 'es', cookie: 'language=<b>' }, 'es'],
  ])('with %j are in %s', (headers, language) => expect(wordsOf(headers).language).toBe(language));
  it('have times in the zone that the browser told, else in UTC', () => {
    const words = wordsOf({ cookie: 'zone=America/Lima' });
    expect(words.time(0)).toBe('Dec 31, 1969, 07:00 PM GMT-5');
    for (const cookie of ['', 'zone=Mars/Olympus', 'zone=%3Cb%3E'])
      expect(wordsOf({ cookie }).time(0)).toBe('Jan 1, 1970, 12:00 AM UTC');
  });
});

describe('the projection of the map', () => {
  it('is its own inverse', () => {
    for (const at of [
      { lon: -3.7, lat: 40.42 },
      { lon: 151.2, lat: -33.87 },
    ]) {
      const back = unproject(project(at, 12), 12);
      expect(back.lon).toBeCloseTo(at.lon, 6);
      expect(back.lat).toBeCloseTo(at.lat, 6);
    }
    expect(project({ lon: 0, lat: 0 }, 0)).toEqual([128, 128]);
  });
  it('has every place in view, and a single one with its surroundings', () => {
    const places = [
      { lon: -3.7, lat: 40.42 },
      { lon: 151.2, lat: -33.87 },
    ];
    const bounds = boundsOf(viewOf(places, MAP_SIZE), MAP_SIZE);
    for (const { lon, lat } of places)
      expect(lon > bounds.west && lon < bounds.east && lat > bounds.south && lat < bounds.north).toBe(true);
    const [madrid] = places;
    expect(viewOf([madrid!], MAP_SIZE)).toEqual({ ...madrid, zoom: 15 });
    expect(scaleBar({ lon: 0, lat: 0, zoom: 15 }, MAP_SIZE)).toMatchObject({ label: '500 m' });
  });
  it('takes more places than a call takes arguments', () => {
    const many = Array.from({ length: 200_000 }, (_, at) => ({ lon: at / 2000, lat: 0 }));
    expect(viewOf(many, MAP_SIZE).zoom).toBeLessThan(4);
  });
  it('joins places into clusters, and says when coming closer does not help', () => {
    const at = (id: string, lon: number) => placeOfEntity({ id, type: 'T', servicePath: '/', lon, lat: 0 });
    const view = { lon: 0, lat: 0, zoom: 3 };
    const [one, two] = clustersOf([at('a', 1), at('b', 1), at('c', 40), at('far', 179)], view, MAP_SIZE);
    expect([one?.places.length, one?.isOnePoint, two?.places.length]).toEqual([2, true, 1]);
  });
  it('puts a cluster where most of its entities are', () => {
    const cell = (west: number, count: number) =>
      placeOfCell({ west, south: 0, east: west + 1, north: 1 }, count, undefined);
    const view = { lon: 0, lat: 0, zoom: 3 };
    const [left] = clustersOf([cell(0, 1)], view, MAP_SIZE);
    const [right] = clustersOf([cell(3, 1)], view, MAP_SIZE);
    const [both, ...others] = clustersOf([cell(0, 1), cell(3, 99)], view, MAP_SIZE);
    expect([both?.count, both?.isOnePoint, others]).toEqual([100, false, []]);
    expect(both!.x - left!.x).toBeGreaterThan((right!.x - left!.x) * 0.9);
  });
  it.each([
    [980, '980'],
    [9_990, '9.9k'],
    [20_000, '20k'],
    [999_999, '999k'],
    [1_250_000, '1.2M'],
  ])('has room for %d', (count, text) => expect(shortNumber(count)).toBe(text));
  it('asks for tiles that exist only', () => {
    const tiles = tilesOf(
      { url: 'https://t/{z}/{x}/{y}', credit: '' },
      { lon: 179, lat: 0, zoom: 1 },
      MAP_SIZE,
    );
    const addresses = tiles.map(({ text }) => /t\/([^"]+)"/.exec(text)?.[1]);
    expect(new Set(addresses)).toEqual(new Set(['1/0/0', '1/1/0', '1/0/1', '1/1/1']));
  });
  it('reads a view of an address, and none that is none', () => {
    const view = (query: string) => readView(Visit.of(request({}, `/admin/console/map?${query}`), true));
    expect(view('lon=1&lat=2&zoom=3')).toEqual({ lon: 1, lat: 2, zoom: 3 });
    for (const query of [
      '',
      'lon=1&lat=2',
      'lon=181&lat=0&zoom=1',
      'lon=1&lat=2&zoom=1.5',
      'lon=x&lat=2&zoom=99',
    ])
      expect(view(query)).toBeUndefined();
  });
});
