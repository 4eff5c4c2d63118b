import { httpRequest } from './load-generator';

/** One kind of request, asked of both builds. */
export interface BuildRow {
  readonly name: string;
  /** Requests of a turn. */
  readonly most: number;
  /** Notifications that each of them causes. */
  readonly subscribers: number;
  /** The n-th request of a turn; turns count from 1 for each build. */
  readonly request: (n: number, turn: number) => string;
}

export const ENTITIES = 500;

const attributes = (n: number) => ({
  temperature: { value: n % 50, type: 'Number', metadata: {} },
  humidity: { value: 40.5, type: 'Number', metadata: { unit: { type: 'Text', value: 'P1' } } },
  name: { value: `room number ${n}`, type: 'Text', metadata: {} },
  open: { value: true, type: 'Boolean', metadata: {} },
});
export const room = (id: string, n: number) => ({ id, type: 'Room', ...attributes(n) });
const text = (value: unknown) => JSON.stringify(value);

/** A request in a tenant of its own, so that rows do not notify each other's subscribers. */
export const inTenant = (tenant: string, request: string): string =>
  request.replace('Host: localhost\r\n', `Host: localhost\r\nFiware-Service: ${tenant}\r\n`);
export const notifiedTenant = (subscribers: number) => `notified${subscribers}`;

const get = (path: string) => () => httpRequest('GET', path);
const id = (n: number) => `Room${n % ENTITIES}`;
const patch = (n: number, turn: number) =>
  httpRequest(
    'PATCH',
    `/v2/entities/${id(n)}/attrs`,
    text({ temperature: { value: n + turn / 10, type: 'Number' } }),
  );
const notified = (subscribers: number, most: number): BuildRow => ({
  name: `PATCH that ${subscribers} subscribers hear of`,
  most,
  subscribers,
  request: (n, turn) => inTenant(notifiedTenant(subscribers), patch(n, turn)),
});
const plain = (name: string, most: number, request: BuildRow['request']): BuildRow => ({
  name,
  most,
  subscribers: 0,
  request,
});

export const BUILD_ROWS: readonly BuildRow[] = [
  plain('GET one entity', 3_000, (n) => httpRequest('GET', `/v2/entities/${id(n)}`)),
  plain('GET one entity, keyValues', 3_000, (n) =>
    httpRequest('GET', `/v2/entities/${id(n)}?options=keyValues`),
  ),
  plain('GET one attribute', 3_000, (n) => httpRequest('GET', `/v2/entities/${id(n)}/attrs/temperature`)),
  plain('PATCH one attribute', 2_000, patch),
  plain('POST new entities', 1_500, (n, turn) =>
    httpRequest('POST', '/v2/entities', text(room(`New${turn}_${n}`, n))),
  ),
  plain('list of 20', 600, get('/v2/entities?type=Room&limit=20')),
  plain('list of 20, keyValues', 600, get('/v2/entities?type=Room&limit=20&options=keyValues')),
  plain('list by q, with count', 300, get('/v2/entities?type=Room&q=temperature%3E40&options=count')),
  plain('op/query of 20', 600, () =>
    httpRequest(
      'POST',
      '/v2/op/query?limit=20',
      text({ entities: [{ idPattern: '.*', type: 'Room' }], attrs: ['temperature'] }),
    ),
  ),
  plain('op/update of 20', 150, (n, turn) =>
    httpRequest(
      'POST',
      '/v2/op/update',
      text({
        actionType: 'append',
        entities: Array.from({ length: 20 }, (_, at) => room(id(n * 20 + at), n + turn)),
      }),
    ),
  ),
  plain('fault 404', 3_000, get('/v2/entities/nobody')),
  plain('fault 400', 2_000, () => httpRequest('POST', '/v2/entities', text({ id: 'E', a: { value: 'x<' } }))),
  notified(1, 600),
  notified(10, 150),
  notified(100, 25),
];

export const NOTIFIED: readonly number[] = BUILD_ROWS.map(({ subscribers }) => subscribers).filter(Boolean);
