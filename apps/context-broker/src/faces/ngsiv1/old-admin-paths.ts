/** Where Orion served trace levels and statistics before, too: each with the path of today. They go with NGSIv1. */
export const OLD_ADMIN_PATHS: readonly (readonly [path: string, of: string])[] = [
  ['/log/traceLevel', '/log/trace'],
  ['/log/traceLevel/:levels', '/log/trace/:levels'],
  ['/v1/admin/log/trace', '/log/trace'],
  ['/v1/admin/log/trace/:levels', '/log/trace/:levels'],
  ['/v1/admin/log/traceLevel', '/log/trace'],
  ['/v1/admin/log/traceLevel/:levels', '/log/trace/:levels'],
  ['/v1/admin/statistics', '/statistics'],
  ['/v1/admin/cache/statistics', '/cache/statistics'],
];
