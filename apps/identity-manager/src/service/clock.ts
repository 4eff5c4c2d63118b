/** Milliseconds since 1970; a port so that tests can pass time. */
export interface Clock {
  now(): number;
}

export const systemClock: Clock = { now: Date.now };
