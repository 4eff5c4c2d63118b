/** Half a millisecond in microseconds: rendering to milliseconds must not round up. */
const MAX_STEPS = 499;
/** The clock was set back by more than this: then it is followed again. */
const MAX_AHEAD_MS = 1000;

/**
 * A clock of seconds whose readings grow: those within one millisecond are a microsecond apart, and when these are used
 * up, it runs ahead. Entities of one batch so have different creation dates, and the default order, which has no
 * tie-breaker, is the order of creation.
 */
export function distinctSeconds(nowMs: () => number = Date.now): () => number {
  let ms = 0;
  let steps = 0;
  return () => {
    const now = nowMs();
    if (now > ms || now < ms - MAX_AHEAD_MS) {
      ms = now;
      steps = 0;
    } else if (steps < MAX_STEPS) steps++;
    else {
      ms++;
      steps = 0;
    }
    return ms / 1000 + steps / 1e6;
  };
}
