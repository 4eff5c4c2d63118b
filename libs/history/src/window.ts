/** Times from `from` on and before `before`, milliseconds since the epoch. */
export interface Window {
  readonly from: number;
  readonly before: number;
}

export const ALL_TIME: Window = { from: -Infinity, before: Infinity };

export const inWindow = ({ from, before }: Window, ms: number): boolean => ms >= from && ms < before;

/** Whether samples between two times, both included, may be in the window. */
export const touchesWindow = ({ from, before }: Window, first: number, last: number): boolean =>
  last >= from && first < before;

/** Both ends included, as STH-Comet and QuantumLeap mean them; an end that is not named is open. */
export const closedWindow = (from: number | undefined, to: number | undefined): Window => ({
  from: from ?? -Infinity,
  before: to === undefined ? Infinity : to + 1,
});
