import {
  Busy,
  Conflict,
  DirectoryAway,
  Forbidden,
  Invalid,
  NotFound,
  TooMany,
  type Fault,
} from '../faults/faults';

const statuses = [
  [Invalid, 400],
  [Forbidden, 403],
  [NotFound, 404],
  [Conflict, 409],
  [TooMany, 429],
  [Busy, 503],
  [DirectoryAway, 503],
] as const;

/** The status of HTTP that says a fault, at every door. */
export const statusOfFault = (fault: Fault): number =>
  statuses.find(([kind]) => fault instanceof kind)?.[1] ?? 500;
