/** Half a millisecond in microseconds: rendering to milliseconds must not round up. */
const MAX_STEPS = 499;

/**
 * A clock of seconds whose readings differ: those within one millisecond are a microsecond apart. Entities of one batch
 * so have different creation dates, and the default order, which has no tie-breaker, is the order of creation.
 */
export function distinctSeconds(nowMs: () => number = Date.now): () => number {
  let lastMs = 0;
  let steps = 0;
  return () => {
    const ms = nowMs();
    steps = ms === lastMs ? Math.min(steps + 1, MAX_STEPS) : 0;
    lastMs = ms;
    return ms / 1000 + steps / 1e6;
  };
}
