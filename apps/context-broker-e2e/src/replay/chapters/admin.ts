import { ask, get, pairs, post, send, type Chapter, type Step } from '../step';
import { fixture } from './fixture';

const log = (query: string) => ask('PUT', `/admin/log${query}`);
const logs: readonly Step[] = [
  get('/admin/log'),
  ...[
    '?level=WARN',
    '?level=bogus',
    '?level=',
    '',
    '?level=error&deprecate=true',
    '?deprecate=x',
    '?infoPayloadMaxSize=100',
    '?infoPayloadMaxSize=-1',
    '?infoPayloadMaxSize=x',
    '?lineMaxSize=900',
    '?lineMaxSize=10',
    '?lineMaxSize=x',
    '?bogus=1',
    '?level=NONE',
  ].flatMap((query) => [log(query), get('/admin/log')]),
  send('PUT', '/admin/log?level=WARN', {}),
];
const trace: readonly Step[] = [
  get('/log/trace'),
  ...['1', '2-5', '1,7-9', 'x', '300', '', '5-2', '0'].flatMap((levels) => [
    ask('PUT', `/log/trace/${levels}`),
    get('/log/trace'),
    ask('DELETE', `/log/trace/${levels}`),
    get('/log/trace'),
  ]),
  ask('DELETE', '/log/trace'),
  ask('PUT', '/log/trace'),
];
const figures = { hasFigures: true };
const others: readonly Step[] = [
  ask('DELETE', '/statistics'),
  get('/statistics', figures),
  get('/statistics?bogus=1', figures),
  ask('DELETE', '/cache/statistics'),
  get('/cache/statistics'),
  get('/admin/sem'),
  get('/version', figures),
  get('/version?options=libVersions', figures),
  get('/version?options=bogus', figures),
  get('/health/live'),
  get('/health/ready', figures),
  get('/admin/endpoints'),
  get('/admin/deprecations', figures),
  get('/admin/deprecations?at=4.0.0', figures),
  get('/admin/deprecations?at=x'),
  get('/openapi.json'),
  get('/api-docs', figures),
  get('/api-docs/postman.json'),
  get('/v2/deadLetters'),
  get('/v2/deadLetters?limit=0'),
  get('/v2/deadLetters?options=count'),
  get('/v2/deadLetters?subscription=x'),
  get('/v2/deadLetters/x'),
  post('/v2/deadLetters/x/resend', {}),
  ask('DELETE', '/v2/deadLetters/x'),
  post('/v2/subscriptions/5aeb0ee97d4ef10a12a0262f/deadLetters/resend', {}),
  ask('DELETE', '/v2/subscriptions/5aeb0ee97d4ef10a12a0262f/deadLetters'),
  ...pairs(
    [
      '/statistics',
      '/admin/log',
      '/version',
      '/health/live',
      '/admin/sem',
      '/log/trace',
      '/cache/statistics',
    ],
    ['text/plain', 'application/xml', 'text/html'],
  ).map(([path, accept]) => get(path, { headers: { Accept: accept }, ...figures })),
  get('/admin/metrics?reset=x', figures),
];

export const admin: readonly Chapter[] = [
  { name: 'administration', steps: [...fixture, ...logs, ...trace, ...others] },
];
