import type { BrokerOptions } from '../../cli/options';
import { Metrics } from './metrics';

it('service paths that somebody makes up without end are counted up to a bound', () => {
  const metrics = new Metrics({ disableMetrics: false } as BrokerOptions);
  const sent = (tenant: string, servicePath: string) =>
    metrics.sent({ tenant, servicePath, requestSize: 1, responseSize: 1, isError: false });
  sent('known', '/known');
  for (let n = 0; n < 20_000; n++) sent(`made_up_${n % 3}`, `/made_up_${n}`);
  sent('known', '/known');
  const { services } = JSON.parse(metrics.render()) as {
    services: Record<string, { subservs: Record<string, { outgoingTransactions: number }> }>;
  };
  const counted = Object.values(services).flatMap(({ subservs }) => Object.keys(subservs));
  expect(counted).toHaveLength(10_000);
  expect(services['known']!.subservs['known']!.outgoingTransactions).toBe(2);
});
