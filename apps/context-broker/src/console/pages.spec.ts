import { NgsiError, type Entity, type Registration } from '@smart-city/context';
import { type Subscription } from '@smart-city/ngsiv2';
import { deprecationReport } from '../operations/deprecations/deprecation-report';
import type { NgsiRequest } from '../http/ngsi-request';
import type { Attempt } from '../core/notifications/recent-attempts';
import type { ProviderState } from '../core/registrations/forwarding/provider-health';
import { memoryFile } from './lists/memory-list';
import { placeOfCell, placeOfEntity, type CountedPlace } from './map/counted-place';
import type { MapContents } from './map/map-contents';
import { renderEntities, renderFault, renderTypes } from './pages/entities.page';
import { renderEntityPage } from './pages/entity.page';
import { deprecationList } from './pages/deprecation-list';
import { renderDeprecations } from './pages/deprecations.page';
import { errorList } from './pages/error-list';
import { renderErrors } from './pages/errors.page';
import { renderMap } from './pages/map.page';
import { renderOperation } from './pages/operation.page';
import type { PageContent } from './page';
import { renderPaths } from './pages/paths.page';
import { renderRegistration } from './pages/registration.page';
import { renderRegistrations } from './pages/registrations.page';
import { renderServices } from './pages/services.page';
import { renderSubscription } from './pages/subscription.page';
import { renderSubscriptions } from './pages/subscriptions.page';
import { renderTrouble } from './pages/trouble.page';
import { Visit } from './visit';

const EVIL = `<script>alert("x")</script>'`;
const NOW = Date.now() / 1000;
const DAY = 86_400;

const visit = (query = '', language = 'en'): Visit =>
  Visit.of(
    {
      url: `/admin/console/x?${query}`,
      components: ['admin', 'console', 'x'],
      header: (name: string) => (name === 'accept-language' ? language : undefined),
    } as unknown as NgsiRequest,
    true,
  );
const textOf = ({ title, content }: PageContent): string =>
  content.text
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ')
    .concat(title);

const entity = (change: Partial<Entity> = {}): Entity => ({
  id: 'Room1',
  type: 'Room',
  servicePath: '/a',
  attrs: new Map(),
  creDate: NOW - 9 * DAY,
  modDate: NOW - 3.5 * DAY,
  ...change,
});
const attribute = (value: number | string, modDate: number) => ({
  type: 'Number',
  value,
  metadata: new Map([['unit', { type: 'Text', value: EVIL }]]),
  creDate: 0,
  modDate,
});
const subscription = (change: object = {}, counters: object = {}): Subscription => ({
  id: '51c0ac9ed714fb3b37d7d5a8',
  servicePath: '/#',
  description: 'a watch',
  status: 'active',
  entities: [{ idPattern: '.*', type: 'Room' }],
  condition: { language: 'ngsiv2', attrs: [], alterationTypes: [], notifyOnMetadataChange: true },
  notification: {
    form: 'ngsiv2',
    channel: {
      kind: 'http',
      url: 'http://r/a',
      timeoutMs: 0,
      headers: new Map(),
      qs: new Map(),
      body: {} as never,
    },
    attrs: [],
    isExceptAttrs: false,
    onlyChangedAttrs: false,
    covered: false,
    metadata: [],
    attrsFormat: 'normalized',
  },
  throttlingSeconds: 0,
  counters: { timesSent: 1, failsCounter: 0, ...counters },
  ...change,
});
const failing = subscription({ description: EVIL }, { failsCounter: 2, lastFailure: NOW - 60 });
const attempt: Attempt = {
  atMs: (NOW - 30) * 1000,
  durationMs: 12,
  isTest: true,
  target: 'http://r',
  correlator: 'c1',
  request: EVIL,
  requestLength: 4_000,
  code: 500,
  answer: 'no room',
};
const provider: ProviderState = {
  tenant: '',
  registrationId: '51c0ac9ed714fb3b37d7d5a9',
  url: 'http://p',
  requests: 3,
  failsInARow: 2,
  lastFailureMs: (NOW - 7_200) * 1000,
  lastFailureReason: 'Timeout was reached',
  lastFailureAnswer: EVIL,
  lastFailureCorrelator: 'c2',
};
const registration: Registration = {
  id: provider.registrationId,
  servicePath: '/',
  entities: [{ id: '.*', isPattern: true, type: 'Room' }],
  attrs: ['temperature'],
  provider: { url: 'http://p', forwardingMode: 'all', protocol: 'ngsiv2' },
};
const numbers = {
  entities: 12_345,
  types: 60,
  subscriptions: 300,
  subscriptionsInTrouble: 2,
  requestsPerSecond: 12.34,
  waitingNotifications: 0,
  deprecatedFeatures: 1,
};
const place = (id: string, lon: number, lat: number, type = 'Room') =>
  placeOfEntity({ id, type, servicePath: '/', lon, lat });

describe('the page of troubles', () => {
  const calm = { numbers, failing: [], failingCount: 0, providers: [], troubles: [] };
  it('says what fails, why, since when, and what was answered', () => {
    const trouble = {
      level: 'ERROR' as const,
      text: EVIL,
      count: 7,
      firstTime: '',
      lastTime: new Date().toISOString(),
      correlator: 'c3',
    };
    const shown = renderTrouble(visit(), {
      ...calm,
      failing: [{ subscription: failing, attempt }],
      failingCount: 12,
      providers: [provider],
      troubles: [trouble],
    });
    expect(shown.content.text).not.toContain('<script');
    const text = textOf(shown);
    for (const words of [
      'failing',
      '1 minute ago',
      'answered 500: no room',
      'All 12 failing subscriptions',
      'Timeout was reached',
      '2 hours ago',
      'ERROR 7 ',
      'c3',
      '2 failing',
    ])
      expect(text).toContain(words);
  });
  it('says so when there is none, and when this person may not know', () => {
    expect(textOf(renderTrouble(visit(), calm))).toMatch(
      /subscriptions of this service are working.*No provider has failed.*None since/,
    );
    const unseen = textOf(renderTrouble(visit(), { ...calm, failing: undefined, providers: undefined }));
    expect(unseen).toMatch(
      /let you see this service&#39;s subscriptions.*see this service&#39;s registrations/,
    );
  });
});

describe('the page of errors', () => {
  const line = (level: 'WARN' | 'ERROR', text: string, minute: number) => ({
    level,
    text,
    count: minute,
    firstTime: '2026-11-22T10:00:00.000Z',
    lastTime: `2026-11-22T10:${minute}:00.000Z`,
    correlator: `c-${text}`,
    service: 'city',
  });
  const lines = [line('WARN', 'older', 10), line('ERROR', EVIL, 40), line('WARN', 'newer', 20)];
  it('has all, the latest first, by level and words, as a file too', async () => {
    const shown = renderErrors(visit(), lines);
    expect(shown.content.text).not.toContain('<script');
    expect(textOf(shown)).toMatch(/All 3 .*Errors 1 .*Warnings 2 .*script.*service city.*newer.*older/);
    expect(textOf(renderErrors(visit('state=warning&sort=count'), lines))).toMatch(
      /2 kinds of errors.*older.*newer/,
    );
    expect(textOf(renderErrors(visit('words=C-OLD'), lines))).toMatch(/1 kind of error .*older/);
    const { rows } = memoryFile(visit('state=error'), errorList(visit(), lines));
    const all = [];
    for await (const group of rows) all.push(...group);
    expect(all).toEqual([['ERROR', 40, lines[1]!.firstTime, lines[1]!.lastTime, 'city', `c-${EVIL}`, EVIL]]);
  });
});

describe('the page of deprecations', () => {
  const client = (feature: string, userAgent: string, count: number) => ({
    feature,
    service: '',
    userAgent,
    address: '127.0.0.1',
    count,
    firstSeen: '2026-11-20T10:00:00.000Z',
    lastSeen: '2026-11-21T10:00:00.000Z',
  });
  const report = deprecationReport('3.12.0', '3.12.0', {
    entries: [client('getV2', EVIL, 3), client('upperCaseActions', 'agent', 4)],
    days: [],
  });
  it('lists features in use, the most used first, and has a line of its file for each client', async () => {
    const shown = renderDeprecations(visit(), report, []);
    expect(shown.content.text).not.toContain('<script');
    expect(textOf(shown)).toMatch(/2 features.*op\/update.* 4 .*1 client.* 3 /);
    const { rows } = memoryFile(visit('sort=uses'), deprecationList(visit(), report.features));
    const all = [];
    for await (const group of rows) all.push(...group);
    expect(all.map(([feature, , state, , , , agent, , uses]) => [feature, state, agent, uses])).toEqual([
      ['Operation GET /v2', 'deprecated', EVIL, 3],
      [
        'Action types APPEND, APPEND_STRICT, UPDATE, DELETE, REPLACE in POST /v2/op/update',
        'deprecated',
        'agent',
        4,
      ],
    ]);
  });
});

describe('the pages of entities', () => {
  it('show types, the most numerous first, a page at a time', () => {
    const types = Array.from({ length: 60 }, (_, at) => ({ type: `T${at}`, count: at }));
    const first = renderTypes(visit(), { types, count: 60 });
    expect(textOf(first)).toContain('T59');
    expect(textOf(first)).toContain('Page 1 of 3');
    expect(textOf(first)).not.toMatch(/T34 /);
    expect(textOf(renderTypes(visit('page=99'), { types, count: 60 }))).toContain('Page 3 of 3');
    expect(textOf(renderTypes(visit(), { types: [], count: 0 }))).toContain('There are no entities');
  });
  it('show how long an entity has been silent, and keep the service in links', () => {
    const search = { type: 'Room', id: '', q: 't>1', isTypeless: false };
    const many = Array.from({ length: 26 }, (_, at) => entity({ id: `${EVIL}${at}` }));
    const shown = renderEntities(visit('service=City&path=/a/%23'), search, { entities: many, count: 1_778 });
    expect(textOf(shown)).toContain('silent for 3 days');
    expect(textOf(shown)).toMatch(/1,778 entities.*Next/);
    expect(shown.content.text).toContain('service=city');
    expect(shown.content.text).not.toContain('<script');
    expect(textOf(renderEntities(visit(), search, { entities: [] }))).toContain('No entities match');
    const faulty = renderFault(visit(), { ...search, q: '<>' }, new NgsiError('BadRequest', 'empty <q>'));
    expect(faulty.status).toBe(400);
    expect(faulty.content.text).toMatch(/understood: empty &lt;q&gt;[\s\S]*value="&lt;&gt;"/);
  });
  it('show one entity with attributes, ages, where it is, and who is told of it', () => {
    const one = entity({
      attrs: new Map([
        ['temperature', attribute(21.5, NOW - 120)],
        ['old', attribute(EVIL, NOW - 3 * DAY)],
      ]),
      location: {
        attrName: 'where',
        coords: new Map<string, never>([
          ['type', 'Point' as never],
          ['coordinates', [-3.7, 40.4] as never],
        ]),
      },
    });
    const about = { subscriptions: [failing], registrations: [registration] };
    const shown = renderEntityPage(visit(), one, about);
    expect(shown.content.text).not.toContain('<script');
    for (const words of ['21.5', '2 minutes ago', 'silent for 3 days', '40.4, -3.7', 'failing', 'http://p'])
      expect(textOf(shown)).toContain(words);
    const alone = renderEntityPage(visit(), entity(), { subscriptions: [], registrations: undefined });
    expect(textOf(alone)).toMatch(
      /It has none.*No subscription covers it.*see this service&#39;s registrations/,
    );
  });
});

describe('the pages of subscriptions', () => {
  const all = [
    ...Array.from({ length: 300 }, (_, at) => subscription({ id: `${at}`, description: `well ${at}` })),
    failing,
    subscription({ id: 'p', description: 'stopped', status: 'inactive' }),
  ];
  it('list those in trouble first, a page at a time', () => {
    const shown = renderSubscriptions(visit(), all, 'TOKEN');
    expect(shown.content.text).not.toContain('<script');
    expect(textOf(shown)).toMatch(/302 subscriptions.*&lt;script.*well 0.*Page 1 of 13/);
    expect(shown.content.text.length).toBeLessThan(60_000);
  });
  it('come in pages of as many lines as are asked for, which links keep', () => {
    const shown = renderSubscriptions(visit('size=100&words=well'), all, 'TOKEN');
    expect(textOf(shown)).toMatch(/300 subscriptions.*Page 1 of 3.*25 per page/);
    expect(shown.content.text).toContain('words=well&amp;sort=-state&amp;size=100&amp;page=2');
    expect(textOf(renderSubscriptions(visit('size=7'), all, 'TOKEN'))).toContain('Page 1 of 13');
  });
  it('are found by state and by words', () => {
    expect(textOf(renderSubscriptions(visit('state=paused'), all, 'TOKEN'))).toMatch(
      / 1 subscription .*stopped/,
    );
    expect(textOf(renderSubscriptions(visit('words=WELL+29'), all, 'TOKEN'))).toContain('11 subscriptions');
    expect(textOf(renderSubscriptions(visit('words=nothing'), all, 'TOKEN'))).toContain(
      'No subscription matches',
    );
    expect(textOf(renderSubscriptions(visit('state=constructor'), all, 'TOKEN'))).toContain(
      '302 subscriptions',
    );
    const accented = [...all, subscription({ id: 'e', description: 'Estación de GARCÍA' })];
    expect(textOf(renderSubscriptions(visit('words=garcia'), accented, 'TOKEN'))).toContain(
      ' 1 subscription ',
    );
    expect(textOf(renderSubscriptions(visit(), [], 'TOKEN'))).toContain('There are no subscriptions');
  });
  it('are marked to be paused or resumed together, and lead back to the same page of the list', () => {
    const { text } = renderSubscriptions(
      visit('path=/%23&sort=name&words=well+29&page=1'),
      all,
      'TOKEN',
    ).content;
    expect(text).toMatch(
      /<input\s+type="checkbox"\s+name="marked"\s+value="29"\s+form="marked"\s+aria-label="Mark well 29"/,
    );
    const [form = ''] = /<form id="marked"[\s\S]*?<\/form>/.exec(text)!;
    for (const [name, value] of [
      ['form', 'TOKEN'],
      ['words', 'well 29'],
      ['sort', 'name'],
      ['size', '25'],
      ['page', '1'],
    ] as const)
      expect(form).toMatch(new RegExp(`type="hidden"\\s+name="${name}"\\s+value="${value}"`));
    for (const [query, words] of [
      ['done=pause&changed=12&missing=1', '12 subscriptions are paused. 1 no longer exists.'],
      ['done=resume&changed=1', '1 subscription is active again.'],
      ['done=pause', 'Nothing was marked'],
      ['done=pause&missing=2', 'Subscriptions 2 no longer exist.'],
    ] as const)
      expect(textOf(renderSubscriptions(visit(query), all, 'TOKEN'))).toContain(words);
    const odd = renderSubscriptions(visit('done=constructor&changed=-1'), all, 'TOKEN');
    expect(odd.content.text).not.toContain('role="status"');
  });
  it('show one with its attempts, and what can be done', () => {
    const shown = renderSubscription(visit('done=test'), failing, [attempt], 'TOKEN');
    expect(shown.content.text).not.toContain('<script');
    for (const words of [
      'test was sent',
      'Pause',
      'Send a test',
      '12 ms, http://r',
      'no room',
      'c1',
      '4,000 characters',
      'any entity of type Room',
    ])
      expect(textOf(shown)).toContain(words);
    expect(shown.content.text.match(/name="form"\s+value="TOKEN"/g)).toHaveLength(2);
    const paused = renderSubscription(visit('done=x'), subscription({ status: 'inactive' }), [], 'T');
    expect(textOf(paused)).toMatch(/paused.*Resume.*The broker remembers none/);
  });
});

describe('the pages of registrations', () => {
  it('list who fails first', () => {
    const well = { ...registration, id: 'b', description: 'well' };
    const shown = renderRegistrations(visit(), [well, registration], (id) =>
      id === 'b' ? undefined : provider,
    );
    expect(textOf(shown)).toMatch(/2 registrations.*failing × 2.*2 hours ago.*not asked yet/);
    expect(textOf(renderRegistrations(visit(), [], () => undefined))).toContain('There are no registrations');
    const found = (query: string) =>
      textOf(
        renderRegistrations(visit(query), [well, registration], (id) => (id === 'b' ? undefined : provider)),
      );
    expect(found('state=unasked')).toMatch(/Not asked yet 1 1 registration .*well/);
    expect(found('state=well')).toContain('No registration matches');
    expect(found('words=HTTP://P')).toContain('2 registrations');
  });
  it('show one with the health of its provider', () => {
    const shown = renderRegistration(visit(), registration, provider);
    expect(shown.content.text).not.toContain('<script');
    expect(textOf(shown)).toMatch(/Asked 3 times.*any entity of type Room/);
    expect(textOf(renderRegistration(visit(), registration, undefined))).toContain('been asked since');
  });
});

describe('the page of services', () => {
  it('lists services with their sizes, and service paths', () => {
    const sizes = new Map([['city', 1_500_000]]);
    expect(textOf(renderServices(visit('service=city'), ['', 'city'], sizes))).toMatch(
      /default service 0 bytes.*city 1.5 MB/,
    );
    const bySize = textOf(renderServices(visit('service=city&sort=-size'), ['', 'city'], sizes));
    expect(bySize).toMatch(/city 1.5 MB.*default service 0 bytes/);
    const many = Array.from({ length: 101 }, (_, at) => `s${at}`);
    expect(renderServices(visit(), many, sizes).content.text).not.toContain('sort=size');
    expect(textOf(renderPaths(visit('service=city'), ['/a/b', '/a']))).toMatch(
      /Service paths: city.*2 service paths.*\/a .*\/a\/b/,
    );
    for (const [servicePaths, words] of [
      ['unseen', 'let you see all the service paths'],
      ['unknown', 'too long'],
    ] as const)
      expect(textOf(renderPaths(visit(), servicePaths))).toContain(words);
  });
});

describe('the page of the operation', () => {
  const data = {
    slices: [],
    queues: new Map<string, number>(),
    dropped: { notifications: 12, letters: 3 },
    storeBytes: 0,
    backup: undefined,
    startedAtMs: (NOW - 3 * DAY) * 1000,
    memoryBytes: 123_000_000,
    compatVersion: '3.12.0',
  };
  it('shows rate, latency, queues, store and the last backup', () => {
    const slice = {
      seconds: 10,
      requests: 100,
      errors: 1,
      buckets: [
        [0.001, 50],
        [0.01, 100],
        [Infinity, 100],
      ] as const,
    };
    const shown = renderOperation(visit(), {
      ...data,
      slices: [slice, slice],
      queues: new Map([[EVIL, 5]]),
      backup: { at: new Date((NOW - 2 * DAY) * 1000).toISOString(), to: '/backups' },
    });
    expect(shown.content.text).not.toContain('<script');
    for (const words of [
      '10 per second',
      'Dropped notifications 12',
      '3 dead letters',
      '1.0 ms',
      '3 days',
      '123 MB',
      '2 days ago',
      '/backups',
    ])
      expect(textOf(shown)).toContain(words);
  });
  it('says so when there is nothing yet, or nothing to know', () => {
    expect(textOf(renderOperation(visit(), data))).toMatch(
      /No requests yet.*No notifications are waiting.*none seen; context-broker backup --to &lt;folder&gt; makes one/,
    );
    expect(textOf(renderOperation(visit(), { ...data, backup: 'unknown' }))).toContain('its own tools');
  });
});

it('says it in Spanish to whoever reads that', () => {
  const shown = renderTrouble(visit('', 'es-MX,es;q=0.9'), {
    numbers,
    failing: [{ subscription: failing, attempt }],
    failingCount: 1_200,
    providers: [provider],
    troubles: [],
  });
  for (const words of [
    'Problemas',
    'hace 1 minuto',
    'respondió 500: no room',
    'Las 1200 suscripciones con fallos',
    '2 seguidas',
    'hace 2 horas',
    '12.345',
    '60 tipos',
  ])
    expect(textOf(shown)).toContain(words);
  const one = renderSubscription(visit('done=test', 'es'), failing, [attempt], 'TOKEN');
  expect(textOf(one)).toMatch(/La prueba se ha enviado.*cualquier entidad de tipo Room.*4000 caracteres/);
});

describe('the map', () => {
  const data = (places: readonly CountedPlace[], kind: MapContents['kind'] = 'entities') => ({
    types: { types: [{ type: 'Room', count: 2 }], count: 1 },
    view: undefined,
    tiles: undefined,
    contents: { places, kind },
  });
  const cell = (west: number, count: number, type?: string) =>
    placeOfCell({ west, south: 40, east: west + 0.1, north: 40.1 }, count, type);
  it('joins what is close together and leads to what is alone', () => {
    const places = [place('a', -3.7, 40.4), place('b', -3.7001, 40.4), place(EVIL, 2.2, 41.4)];
    const shown = renderMap(visit('service=city'), data(places));
    expect(shown.content.text).not.toContain('<script');
    expect(shown.content.text).toMatch(/2 entities of type Room: zoom in/);
    expect(shown.content.text.match(/<circle class="c0" cx/g)).toHaveLength(3);
    expect(shown.content.text).toContain('/admin/console/entity?service=city&amp;');
    expect(textOf(renderMap(visit(), data([])))).toContain('No entities have a location here');
  });
  it('shows how many the store counted where, and what is not among them', () => {
    const places = [cell(2, 1_500, EVIL), cell(-3.7, 12_000), place('alone', 0, 41)];
    const shown = renderMap(visit('service=city'), data(places, 'cells'));
    expect(shown.content.text).not.toContain('<script');
    expect(shown.content.text).toContain('"12k: 12,000 entities: zoom in"');
    expect(shown.content.text).toContain('aria-label="alone (Room)"');
    expect(textOf(shown)).toMatch(/12k.*1\.5k.*of any type 12,000.*lines and areas appear once/);
    expect(textOf(shown)).toMatch(/40\.\d+, -3\.\d+ 12,000.* 40\.\d+, 2\.\d+ 1,500 /);
  });
  it('leads nowhere closer where the store has no geographical queries, and says so', () => {
    const shown = renderMap(visit('lat=1&lon=1&zoom=9'), {
      ...data([cell(2, 1_500), cell(-3.7, 1)], 'no-geo'),
      view: { lat: 1, lon: 1, zoom: 9 },
    });
    expect(textOf(shown)).toMatch(/1\.5k.*The database has no geographical queries/);
    expect(shown.content.text).toContain('aria-label="1 entity"');
    expect(shown.content.text).not.toMatch(/: zoom in"|zoom=|Move the map/);
  });
  it('has a base map only from the server that an operator names', () => {
    const tiles = { url: 'https://tiles.example/{z}/{x}/{y}.png', credit: 'by somebody' };
    const shown = renderMap(visit(), { ...data([place('a', 0, 0)]), tiles });
    expect(shown.content.text).toMatch(/<image\s+href="https:\/\/tiles\.example\/15\/\d+\/\d+\.png"/);
    expect(textOf(shown)).toContain('by somebody');
  });
});
