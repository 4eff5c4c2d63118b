import { query, type Operations } from '../../http/described-operation';

const answer = { schema: 'Record' } as const;
const text = { mediaType: 'text/plain' } as const;

/** For whoever runs the broker. */
export const adminOperations: Operations = {
  'GET /version': { id: 'getVersion', summary: 'Version and uptime', answer },
  'GET /openapi.json': { id: 'getOpenApi', summary: 'This document', answer },
  'GET /health/live': { id: 'isLive', summary: 'Whether the process answers', answer },
  'GET /health/ready': { id: 'isReady', summary: 'Whether requests may be sent; 503 when not', answer },
  'GET /statistics': { id: 'getStatistics', summary: 'Counters', answer },
  'DELETE /statistics': { id: 'resetStatistics', summary: 'Begin counting anew', answer },
  'GET /cache/statistics': {
    id: 'getCacheStatistics',
    summary: 'Counters of the subscription cache',
    answer,
  },
  'DELETE /cache/statistics': { id: 'resetCacheStatistics', summary: 'Begin counting anew', answer },
  'GET /metrics': { id: 'getPrometheusMetrics', summary: 'Metrics for Prometheus', answer: text },
  'GET /admin/metrics': {
    id: 'getMetrics',
    summary: 'Metrics by service and path',
    own: [query('reset', 'true: begin counting anew')],
    answer,
  },
  'DELETE /admin/metrics': { id: 'resetMetrics', summary: 'Begin counting anew', status: 204 },
  'GET /admin/sem': { id: 'getSemaphores', summary: 'State of the semaphores', answer },
  'GET /admin/log': { id: 'getLog', summary: 'Level and limits of the log', answer },
  'PUT /admin/log': {
    id: 'changeLog',
    summary: 'Change level and limits of the log; one parameter or more',
    own: [
      query('level', 'NONE, FATAL, ERROR, WARN, INFO or DEBUG', 'WARN'),
      query('lineMaxSize', 'Longest line', '32768'),
      query('infoPayloadMaxSize', 'Longest payload in it', '5120'),
      query('deprecate', 'true: deprecated uses are logged', 'false'),
    ],
    faults: ['BadRequest'],
  },
  'GET /log/trace': { id: 'getTrace', summary: 'Trace levels', answer },
  'DELETE /log/trace': { id: 'clearTrace', summary: 'No trace levels', answer },
  'PUT /log/trace/:levels': { id: 'setTrace', summary: 'Set trace levels', answer },
  'DELETE /log/trace/:levels': { id: 'removeTrace', summary: 'Remove trace levels', answer },
  'GET /admin/endpoints': {
    id: 'listEndpoints',
    summary: 'Named receivers, without what is secret of them (-endpoints)',
    answer: { schema: 'Records' },
  },
  'GET /admin/deprecations': {
    id: 'getDeprecations',
    summary: 'What is deprecated, and who still uses it',
    own: [query('at', 'A version: what an upgrade to it would break', '4.0.0')],
    answer,
    faults: ['BadRequest'],
  },
  'GET /admin/console': {
    id: 'getConsole',
    summary: 'The first page of the console (-adminConsole)',
    own: [query('service', 'Tenant')],
    answer: { mediaType: 'text/html' },
  },
  'GET /api-docs': {
    id: 'getApiDocs',
    summary: 'A page of the interface that can send requests (-apiDocs, -adminConsole)',
    answer: { mediaType: 'text/html' },
  },
  'GET /api-docs/postman.json': {
    id: 'getPostmanCollection',
    summary: 'The interface as a Postman collection',
    answer,
  },
  'GET /api-docs/viewer.css': {
    id: 'getApiDocsStyle',
    summary: 'Stylesheet of the page',
    answer: { mediaType: 'text/css' },
  },
  'GET /api-docs/viewer.js': {
    id: 'getApiDocsScript',
    summary: 'Script of the page',
    answer: { mediaType: 'text/javascript' },
  },
};
