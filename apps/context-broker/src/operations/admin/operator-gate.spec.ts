import { hostname } from 'node:os';
import { AttemptsController } from '../../faces/ngsiv2/subscriptions/attempts.controller';
import { DeadLettersController } from '../../faces/ngsiv2/subscriptions/dead-letters.controller';
import { EntitiesController } from '../../faces/ngsiv2/entities/entities.controller';
import { SubscriptionsController } from '../../faces/ngsiv2/subscriptions/subscriptions.controller';
import { routeOf, tableOf } from '../../http/table-of.contract';
import { MetricsController } from '../inspection/metrics.controller';
import { HealthController } from './health.controller';
import { LogController } from './log.controller';
import { operatorGate } from './operator-gate';
import { StatisticsController } from './statistics.controller';
import { VersionController } from './version.controller';

const routes = tableOf([
  AttemptsController,
  DeadLettersController,
  EntitiesController,
  SubscriptionsController,
  MetricsController,
  HealthController,
  LogController,
  StatisticsController,
  VersionController,
]);
routes.addAlias('/v1/admin/statistics', '/statistics');
routes.addAlias('/v1/admin/log/trace', '/log/trace');

const request = (path: string, clientAddress: string, rawHeaders: readonly string[] = [], method = 'GET') => {
  const { resource, operation, components } = routeOf(routes, method, path);
  const isForOperators =
    resource === undefined
      ? routes.isOperatorArea(components)
      : (operation?.facts.audience ?? resource.audience) !== 'clients';
  const header = (name: string) =>
    rawHeaders[rawHeaders.findIndex((text) => text.toLowerCase() === name) + 1];
  return { method, isForOperators, clientAddress, rawHeaders, header };
};
const OPERATIONS = [
  '/admin/log',
  '/ADMIN/metrics',
  '/log/trace',
  '/statistics',
  '/cache/statistics',
  '/metrics',
  '/v1/admin/statistics',
  '/V1/ADMIN/log/trace',
  '/v2/subscriptions/51c0ac9ed714fb3b37d7d5a8/attempts',
  '/v2/subscriptions/51c0ac9ed714fb3b37d7d5a8/test',
  '/admin/nothing',
  '/v2/subscriptions/51c0ac9ed714fb3b37d7d5a8/deadLetters/resend',
  '/v2/deadLetters',
  '/v2/deadLetters/x/resend',
];

describe('operatorGate', () => {
  it('is not there when everybody may use it, by any name', () => {
    expect(operatorGate({ from: 'any', token: undefined, hosts: undefined })).toBeUndefined();
  });

  it.each(OPERATIONS)('%s is not for pages of another host that resolves to this machine', (path) => {
    const gate = operatorGate({ from: 'any', token: undefined, hosts: new Set(['broker.example']) })!;
    const asks =
      (host: string, address = '127.0.0.1') =>
      () =>
        gate(request(path, address, ['Host', host]));
    const own = ['localhost', 'LOCALHOST:1026', 'a.localhost', '127.0.0.1:1026', '[::1]:1026', '10.0.0.1'];
    for (const host of [...own, hostname(), 'broker.example:1026']) expect(asks(host)).not.toThrow();
    for (const host of [
      'evil.example',
      'evil.example:1026',
      'localhost.evil.example',
      '127.0.0.1.evil.example',
      '',
    ])
      for (const address of ['127.0.0.1', '::1', '::ffff:127.0.0.1'])
        expect(asks(host, address)).toThrow('add it to -adminHosts');
    // Other machines know it by any name; a token is not sent by a page that was lured.
    expect(asks('orion', '10.0.0.1')).not.toThrow();
    const withToken = operatorGate({ from: 'any', token: 'right', hosts: new Set() })!;
    expect(() =>
      withToken(request(path, '::1', ['Host', 'evil.example', 'X-Auth-Token', 'right'])),
    ).not.toThrow();
  });

  it.each(OPERATIONS)('%s is for the same machine only', (path) => {
    const gate = operatorGate({ from: 'loopback', token: undefined, hosts: undefined })!;
    for (const near of ['127.0.0.1', '127.9.9.9', '::1'])
      expect(() => gate(request(path, near))).not.toThrow();
    for (const far of ['10.0.0.1', '192.168.1.2', '2001:db8::1', '169.254.1.1', 'fe80::1'])
      expect(() => gate(request(path, far))).toThrow('this is served to the machine of the broker only');
    // A header cannot claim it.
    expect(() => gate(request(path, '10.0.0.1', ['X-Forwarded-For', '127.0.0.1']))).toThrow();
  });

  it.each(OPERATIONS)('%s wants the token', (path) => {
    const gate = operatorGate({ from: 'any', token: 'right', hosts: undefined })!;
    for (const headers of [
      ['X-Auth-Token', 'right'],
      ['Authorization', 'Bearer right'],
    ])
      expect(() => gate(request(path, '10.0.0.1', headers))).not.toThrow();
    for (const headers of [[], ['X-Auth-Token', 'wrong'], ['X-Auth-Token', 'right', 'X-Auth-Token', 'right']])
      expect(() => gate(request(path, '127.0.0.1', headers))).toThrow('the token of the operator is wanted');
  });

  it.each([
    '/version',
    '/health/live',
    '/v2/entities',
    '/v2/entities/metrics',
    '/v2/subscriptions/test',
    '/',
  ])('%s is for all', (path) => {
    expect(() =>
      operatorGate({ from: 'loopback', token: 'right', hosts: undefined })!(request(path, '10.0.0.1')),
    ).not.toThrow();
  });
});
