/** Rules of the past: its types and attributes, and how long they are kept. */
export interface HistoryRules {
  /** Whether the values of an attribute are kept. */
  readonly keeps: (tenant: string, type: string, attr: string) => boolean;
  /** Days after which samples may go; 0: never. */
  readonly days: number;
}

const DAY = 86_400_000;
/** Where samples are kept for ever, none is from before this. */
const EPOCH = 0;
/** Forecasts are observations of a time to come. */
const MOST_AHEAD_DAYS = 366;

/** Times of observation that are kept, milliseconds since the epoch. Others would make files without end. */
export function keptTimes(
  { days }: HistoryRules,
  nowMs: number,
): { readonly from: number; readonly to: number } {
  return days === 0
    ? { from: EPOCH, to: nowMs + MOST_AHEAD_DAYS * DAY }
    : { from: nowMs - days * DAY, to: nowMs + Math.min(days, MOST_AHEAD_DAYS) * DAY };
}
