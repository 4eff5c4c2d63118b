import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import supertest from 'supertest';
import { Broker, enforcing } from '../support/broker';
import { Identity } from '../support/identity';

interface Panel {
  readonly title: string;
  readonly targets?: readonly { readonly expr: string }[];
}

const dashboard = JSON.parse(readFileSync(join(process.cwd(), 'docker/grafana/dashboard.json'), 'utf8')) as {
  readonly panels: readonly Panel[];
};
const metricPattern = /\b(?:broker|identity)_[a-z0-9_]+/g;
const queries = dashboard.panels.flatMap(({ title, targets = [] }) =>
  targets.map(({ expr }) => [title, expr] as const),
);

/** Names as Prometheus stores them: a histogram has three. */
const namesIn = (exposition: string) =>
  new Set(
    [...exposition.matchAll(/^# TYPE (\S+) (\S+)$/gm)].flatMap(([, name, type]) =>
      type === 'histogram' ? ['_bucket', '_sum', '_count'].map((suffix) => `${name}${suffix}`) : [name!],
    ),
  );

/** Labels that a query groups or selects by, with the metric it does so for. */
const labelsIn = (expr: string) => {
  const [metric = ''] = expr.match(metricPattern) ?? [];
  const grouped = /\bby \(([^)]*)\)/.exec(expr)?.[1]?.split(/, */) ?? [];
  const selected = [...expr.matchAll(/[{,](\w+)(?:=~?|!=|!~)"/g)].map(([, name]) => name!);
  return [...grouped, ...selected].map((label) => ({ metric, label }));
};

const hasLabel = (text: string, { metric, label }: ReturnType<typeof labelsIn>[number]) =>
  new RegExp(`^${metric}\\{(?:.*,)?${label}="`, 'm').test(text);

let known: ReadonlySet<string>;
let exposition: string;
let identityExposition: string;
beforeAll(async () => {
  const identity = await Identity.shared();
  const application = await identity.createApplication();
  const broker = await Broker.start(enforcing(identity.url, application, ['-authzOpen', '/metrics']));
  try {
    await broker.as('unknown')('GET', '/v2/entities');
    await broker.send('GET', '/v2/entities');
    exposition = (await broker.send('GET', '/metrics')).body;
    const { text } = await supertest(identity.url).get('/metrics').expect(200);
    identityExposition = text;
    known = new Set([...namesIn(exposition), ...namesIn(text)]);
  } finally {
    await broker.dispose();
  }
});

it.each(queries)('%s: every metric of "%s" exists', (_, expr) => {
  const used = expr.match(metricPattern) ?? [];
  expect(used.length).toBeGreaterThan(0);
  expect(used.filter((name) => !known.has(name))).toEqual([]);
});

const grouping = queries.filter(([, expr]) => labelsIn(expr).length > 0);
it.each(grouping)('%s: every label of "%s" exists', (_, expr) => {
  const text = exposition + identityExposition;
  expect(labelsIn(expr).filter((wanted) => !hasLabel(text, wanted))).toEqual([]);
});

it('requests and verdicts are counted', () => {
  expect(exposition).toContain(
    'broker_http_requests_total{method="GET",route="/v2/entities",status="401"} 2',
  );
  expect(exposition).toContain('broker_authz_verdicts_total{verdict="unauthenticated",source="checked"} 2');
});
