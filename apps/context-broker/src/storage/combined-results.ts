import type { UpdateResult } from '@smart-city/context';

/**
 * One result for all entities that an update without type met, of which there is at least one: their changes together; a
 * failure only when nothing was done, that of the database before others.
 */
export function combinedResults(results: readonly UpdateResult[]): UpdateResult {
  const done = results.filter((result) => result.kind === 'done');
  if (done.length === 0) return results.find(({ kind }) => kind === 'failed') ?? results[0]!;
  return {
    kind: 'done',
    changes: done.flatMap(({ changes }) => changes),
    refused: [...new Set(results.flatMap((result) => ('refused' in result ? result.refused : [])))],
  };
}
