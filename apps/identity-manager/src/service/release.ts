/** What this build says about itself. */
export const release = {
  version: '0.1.0',
  /** The Keyrock release whose interface this service takes over. */
  keyrockVersion: '8.4.0',
  date: '2026-11-21T00:00:00.000Z',
} as const;
