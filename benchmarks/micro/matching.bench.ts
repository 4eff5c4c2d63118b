import { toJsonValue } from '@smart-city/ngsi-testing';
import { type Attribute, type Entity, type EntityChange } from '@smart-city/context';
import { parseNewSubscription } from '@smart-city/ngsiv2';
import { compileSubscription } from '../../apps/context-broker/src/core/subscriptions/compiled-subscription';
import { ngsiv2Conditions } from '../../apps/context-broker/src/faces/ngsiv2/subscriptions/ngsiv2-conditions';
import { SubscriptionMatcher } from '../../apps/context-broker/src/core/subscriptions/subscription-matcher';
import { asJson, printJson } from '../report';

// Cost of finding the 10 subscriptions that one update fires, among 10, 1,000 and 100,000 that differ from them by what the
// shape says. The aim is a flat line: cost by matches, not by subscriptions.

const MATCHING = 10;
const SIZES = [10, 1_000, 100_000];
const MS = 400;

interface Shape {
  readonly name: string;
  /** The subject of a subscription; `n` is 0 for those that match. */
  readonly subject: (n: number) => object;
}

const SHAPES: readonly Shape[] = [
  { name: 'by id', subject: (n) => ({ entities: [{ id: n === 0 ? 'Room1' : `Other${n}`, type: 'Room' }] }) },
  {
    name: 'by type',
    subject: (n) => ({ entities: [{ idPattern: '.*', type: n === 0 ? 'Room' : `Other${n}` }] }),
  },
  {
    name: 'by id pattern',
    subject: (n) => ({ entities: [{ idPattern: n === 0 ? '^Room1$' : `^Other${n}$` }] }),
  },
  {
    name: 'by attribute',
    subject: (n) => ({
      entities: [{ idPattern: '.*', type: 'Room' }],
      condition: { attrs: [n === 0 ? 'temperature' : `other${n}`] },
    }),
  },
];

const attribute = (value: number): Attribute => ({
  type: 'Number',
  value,
  metadata: new Map(),
  creDate: 1,
  modDate: 1,
});
const entity = (value: number): Entity => ({
  id: 'Room1',
  type: 'Room',
  servicePath: '/',
  attrs: new Map([
    ['temperature', attribute(value)],
    ['humidity', attribute(1)],
  ]),
  creDate: 1,
  modDate: 1,
});
const change: EntityChange = {
  tenant: '',
  before: entity(1),
  after: entity(2),
  requested: ['temperature'],
  changed: new Set(['temperature']),
  metadataChanged: new Set(),
  previousCorrelator: undefined,
  at: 1,
};
const context = { service: '', authToken: undefined, now: Date.now() / 1000 };

function fill(size: number, { subject }: Shape): SubscriptionMatcher {
  const matcher = new SubscriptionMatcher();
  for (let n = 0; n < size; n++) {
    const which = n % Math.max(1, Math.floor(size / MATCHING)) === 0 ? 0 : n;
    const definition = parseNewSubscription(
      toJsonValue({ subject: subject(which), notification: { http: { url: 'http://h' } } }),
      '/#',
    );
    matcher.set(
      compileSubscription(
        '',
        { ...definition, id: String(n).padStart(24, '0'), counters: { timesSent: 0, failsCounter: 0 } },
        { named: () => ngsiv2Conditions },
      ),
    );
  }
  return matcher;
}

/** Microseconds for one match; best of three. */
function measure(matcher: SubscriptionMatcher): number {
  let best = Infinity;
  for (let round = 0; round < 3; round++) {
    const start = performance.now();
    let count = 0;
    while (performance.now() - start < MS) {
      for (let n = 0; n < 100; n++) matcher.match(change, context);
      count += 100;
    }
    best = Math.min(best, ((performance.now() - start) * 1000) / count);
  }
  return best;
}

const results = SHAPES.map((shape) => {
  const cost = SIZES.map((size) => {
    const matcher = fill(size, shape);
    const found = matcher.match(change, context).length;
    if (found !== MATCHING) throw new Error(`${shape.name}, ${size}: ${found} instead of ${MATCHING} match`);
    return { size, us: Math.round(measure(matcher) * 100) / 100 };
  });
  return { shape: shape.name, cost, ratio: Math.round((cost.at(-1)!.us / cost[0]!.us) * 100) / 100 };
});
if (asJson) printJson({ results });
else
  for (const { shape, cost, ratio } of results)
    console.log(
      `${shape.padEnd(14)} ${cost.map(({ size, us }) => `${size}: ${us} µs`).join('   ')}   100,000 to 10: ${ratio}`,
    );
