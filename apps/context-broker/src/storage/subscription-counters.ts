/** The members of a csubs document that notifications change, not clients. */
export const COUNTER_MEMBERS = [
  'count',
  'failsCounter',
  'lastNotification',
  'lastSuccess',
  'lastSuccessCode',
  'lastFailure',
  'lastFailureReason',
] as const;
