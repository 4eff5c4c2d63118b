/** Rows of operations in Orion's `/statistics`, in its order: they stand between those of the faces. */
export const OPERATION_ROWS: readonly string[] = [
  '/log/trace[/{level}]',
  '/statistics',
  '/cache/statistics',
  '/admin/log',
  '/admin/sem',
  '/admin/metrics',
  '/exit[/*]',
  '/leak[/*]',
  '/version',
];

/** Verbs that the original counts without the broker having the operation. */
export const OPERATIONS_COUNTED_ONLY: readonly (readonly [row: string, verb: string])[] = [
  ['/exit[/*]', 'GET'],
  ['/leak[/*]', 'GET'],
];
