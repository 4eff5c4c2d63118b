import type { Subscription } from '@smart-city/ngsi';
import { deprecationReport } from '../deprecations/deprecation-report';
import type { ConsoleData } from './console-data';
import { renderConsole } from './console-page';
import { html } from '../html/html';
import { healthOf } from './subscriptions-section';

const EVIL = `<script>alert("x")</script>'`;
const empty: ConsoleData = {
  tenant: '',
  tenants: [''],
  report: deprecationReport('3.12.0', '3.12.0', { entries: [], days: [] }),
  days: [],
  types: [],
  typeCount: 0,
  places: [],
  isCut: false,
  subscriptions: [],
  errors: [],
  nowSeconds: 0,
};
const use = {
  feature: 'getV2',
  service: EVIL,
  userAgent: EVIL,
  address: EVIL,
  count: 3,
  firstSeen: '1970-01-01T00:00:00.000Z',
  lastSeen: '1970-01-01T00:00:00.000Z',
};
const subscription = (change: object = {}, counters: object = {}) =>
  ({
    id: 'x',
    description: EVIL,
    status: 'active',
    counters: { timesSent: 1, failsCounter: 0, ...counters },
    ...change,
  }) as unknown as Subscription;

describe('the console page', () => {
  it('escapes whatever clients have stored or sent', () => {
    const data: ConsoleData = {
      ...empty,
      tenant: EVIL,
      report: deprecationReport('3.12.0', '3.12.0', { entries: [use], days: [] }),
      days: [{ feature: 'getV2', day: '1970-01-01', count: 3 }],
      types: [{ type: EVIL, attrs: new Map(), count: 1 }],
      places: [{ id: EVIL, type: EVIL, lon: 1, lat: 2 }],
      subscriptions: [subscription()],
      errors: [{ level: 'WARN', text: EVIL, count: 2, firstTime: EVIL, lastTime: EVIL, correlator: EVIL }],
    };
    const text = renderConsole(data);
    expect(text).not.toContain('<script');
    expect(text).not.toContain(`"x")`);
    expect(text).toContain('&lt;script&gt;');
    expect(text).toContain('Map of 1 entities');
  });
  it('says so when there is nothing', () => {
    const text = renderConsole(empty);
    for (const words of [
      'No use of a deprecated feature',
      'There are no entities',
      'No entity has a location',
      'There are no subscriptions',
      'None since the broker started',
    ])
      expect(text).toContain(words);
  });
  it('knows the health of a subscription', () => {
    expect(healthOf(subscription(), 0)).toEqual({ text: 'ok', mood: 'ok' });
    expect(healthOf(subscription({}, { failsCounter: 2 }), 0)).toEqual({ text: 'failing', mood: 'bad' });
    expect(healthOf(subscription({ status: 'inactive' }, { failsCounter: 2 }), 0)).toEqual({
      text: 'switched off after failures',
      mood: 'bad',
    });
    expect(healthOf(subscription({ expiresAt: 1 }), 2)).toEqual({ text: 'expired', mood: 'idle' });
    expect(healthOf(subscription({}, { lastSuccessCode: 500 }), 0)).toEqual({
      text: 'answered 500',
      mood: 'bad',
    });
    expect(healthOf(subscription({}, { timesSent: 0 }), 0)).toEqual({
      text: 'not notified yet',
      mood: 'idle',
    });
  });
  it('puts lists and nothing into templates', () => {
    expect(html`<p>${['a', html`<b>${'<'}</b>`]}${undefined}${1}</p>`.text).toBe('<p>a<b>&lt;</b>1</p>');
  });
});
