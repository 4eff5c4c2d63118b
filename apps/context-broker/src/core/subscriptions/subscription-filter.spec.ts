import { parseNewSubscription, type Subscription } from '@smart-city/ngsiv2';
import { toJsonValue } from '@smart-city/ngsi-testing';
import { matchSubscription, parseSubscriptionFilter } from './subscription-filter';

const NOW = 1_000_000;
const one = (body: object = {}, failsCounter = 0): Subscription => ({
  ...parseNewSubscription(
    toJsonValue({
      description: 'Warm Rooms',
      subject: {
        entities: [
          { idPattern: '^Room', type: 'Room' },
          { id: 'Car1', typePattern: 'C.*' },
        ],
      },
      notification: { http: { url: 'http://receiver.example/notify' } },
      owner: 'alice',
      labels: ['energy', 'building 7'],
      ...body,
    }),
    '/#',
  ),
  id: '5'.repeat(24),
  counters: { timesSent: 0, failsCounter },
});
const isFound = (query: string, subscription = one()) =>
  matchSubscription(subscription, parseSubscriptionFilter(new Map(new URLSearchParams(query))), NOW);

describe('subscriptions are found', () => {
  it.each([
    ['', true],
    ['description=warm', true],
    ['description=cold', false],
    ['url=RECEIVER.example', true],
    ['url=https', false],
    ['id=Room1', true],
    ['id=Door1', false],
    ['id=Car1', true],
    ['id=Car2', false],
    ['type=Room', true],
    ['type=Cab', true],
    ['type=Door', false],
    ['id=Room1&type=Room', true],
    ['id=Room1&type=Car', false],
    ['owner=alice', true],
    ['owner=Alice', false],
    ['label=energy', true],
    ['label=energy,building 7', true],
    ['label=energy,other', false],
    ['status=active', true],
    ['status=inactive', false],
    ['status=failed', false],
    ['description=warm&label=energy&status=active&type=Room', true],
  ])('by %s: %s', (query, expected) => {
    expect(isFound(query)).toBe(expected);
  });

  it('by what became of them', () => {
    expect(isFound('status=expired', one({ expires: '1970-01-01T00:00:01Z' }))).toBe(true);
    expect(isFound('status=active', one({ expires: '1970-01-01T00:00:01Z' }))).toBe(false);
    expect(isFound('status=failed', one({}, 1))).toBe(true);
  });

  it('about any entity', () => {
    const any = one({ subject: { entities: [{ idPattern: '.*' }] } });
    expect(isFound('id=Door1&type=Door', any)).toBe(true);
  });

  it.each([
    [['temperature', 'humidity'], 'humidity', true],
    [['temperature'], 'humidity', false],
    [[], 'humidity', true],
  ])('by what makes them tell: of %j by %s: %s', (attrs, attribute, expected) => {
    const entities = [{ idPattern: '.*' }];
    expect(isFound(`attribute=${attribute}`, one({ subject: { entities, condition: { attrs } } }))).toBe(
      expected,
    );
  });

  it('whatever patterns are stored', () => {
    const blown = { ...one(), entities: [{ idPattern: '(' }] };
    expect(isFound('id=x', blown)).toBe(false);
  });

  it.each(['desciption=x', 'status=paused', 'q=x', '__proto__=x'])('but not by %s', (query) => {
    expect(() => isFound(query)).toThrow(/Invalid/);
  });

  it('but not by a list of labels with nothing in it, which all subscriptions have', () => {
    expect(() => isFound('label=,')).toThrow('label names no label');
  });
});
