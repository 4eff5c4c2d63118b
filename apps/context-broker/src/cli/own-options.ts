import type { OptionRecord } from '@smart-city/options';

/** The last version at which the NGSIv1 operations that are served still work. */
export const DEFAULT_COMPAT_VERSION = '3.12.0';

/** Parameters that Orion does not have, beside those of protection, enforcement and telemetry. */
export const ownOptions = [
  {
    name: 'notifQueueSize',
    flag: '-notifQueueSize',
    env: 'ORION_NOTIF_QUEUE_SIZE',
    kind: 'integer',
    default: 10_000,
    min: 1,
    description:
      'notifications that may wait for one target before further ones are dropped (threadpool has queue sizes of its own)',
    extended: true,
  },
  {
    name: 'notifRetries',
    flag: '-notifRetries',
    env: 'ORION_NOTIF_RETRIES',
    kind: 'integer',
    default: 0,
    min: 0,
    max: 100,
    description: 'further attempts for a notification that fails or is answered 5xx, 408 or 429',
    extended: true,
  },
  {
    name: 'notifRetryDelayMs',
    flag: '-notifRetryDelay',
    env: 'ORION_NOTIF_RETRY_DELAY',
    kind: 'integer',
    default: 1000,
    min: 1,
    max: 3_600_000,
    description:
      'wait in milliseconds before the first further attempt; it doubles from one to the next, up to five minutes, and is partly random',
    extended: true,
  },
  {
    name: 'notifOutbox',
    flag: '-notifOutbox',
    env: 'ORION_NOTIF_OUTBOX',
    kind: 'boolean',
    description:
      'keep accepted notifications in the database until they are sent, so that they go out after a crash (at least once, with header Notification-Id)',
    extended: true,
  },
  {
    name: 'notifReliable',
    flag: '-notifReliable',
    env: 'ORION_NOTIF_RELIABLE',
    kind: 'boolean',
    description:
      'notifications that one can trust: -notifOutbox with -notifRetries 8, -notifDeadLetters 1000 and -notifAttempts 10, each unless given',
    extended: true,
  },
  {
    name: 'notifDeadLetters',
    flag: '-notifDeadLetters',
    env: 'ORION_NOTIF_DEAD_LETTERS',
    kind: 'integer',
    default: 0,
    min: 0,
    max: 100_000,
    description:
      'notifications of each tenant that are kept in the database when they are given up, the oldest dropped first, to be read, sent again or dropped under /v2/deadLetters (at most 32 MiB of a tenant; 0: none)',
    extended: true,
  },
  {
    name: 'notifAttempts',
    flag: '-notifAttempts',
    env: 'ORION_NOTIF_ATTEMPTS',
    kind: 'integer',
    default: 0,
    min: 0,
    max: 100,
    description:
      'last attempts of each subscription that are kept in memory for GET /v2/subscriptions/{id}/attempts; also offers POST /v2/subscriptions/{id}/test. 0: neither (with -adminConsole 10)',
    extended: true,
  },
  {
    name: 'brokerName',
    flag: '-brokerName',
    env: 'ORION_BROKER_NAME',
    kind: 'text',
    default: 'broker',
    description: 'name of this broker among those that share a database, for -notifOutbox',
    extended: true,
  },
  {
    name: 'compatVersion',
    flag: '-compatVersion',
    env: 'ORION_COMPAT_VERSION',
    kind: 'text',
    default: DEFAULT_COMPAT_VERSION,
    description: 'version whose set of features is answered for: what it had removed is refused',
    extended: true,
  },
  {
    name: 'dataDir',
    flag: '-dataDir',
    env: 'ORION_DATA_DIR',
    kind: 'text',
    default: './data/context-broker',
    description: 'folder of the embedded store when no parameter names a database',
    extended: true,
  },
  {
    name: 'addressFile',
    flag: '-addressFile',
    env: 'ORION_ADDRESS_FILE',
    kind: 'text',
    description:
      'file that holds the address of the running broker, where the subcommand health looks for it',
    extended: true,
  },
  {
    name: 'stopDelayMs',
    flag: '-stopDelay',
    env: 'ORION_STOP_DELAY',
    kind: 'integer',
    default: 0,
    min: 0,
    max: 600_000,
    description:
      'time in milliseconds that a stopping broker goes on accepting requests while /health/ready answers 503, so that load balancers leave it first',
    extended: true,
  },
  {
    name: 'stopDrainMs',
    flag: '-stopDrain',
    env: 'ORION_STOP_DRAIN',
    kind: 'integer',
    default: 3000,
    min: 0,
    max: 600_000,
    description: 'time in milliseconds that a stopping broker goes on sending notifications that wait',
    extended: true,
  },
  {
    name: 'etag',
    flag: '-etag',
    env: 'ORION_ETAG',
    kind: 'boolean',
    description:
      'send ETag with every entity that is read or written, not only to who sends If-Match or If-None-Match',
    extended: true,
  },
  {
    name: 'extendedQuery',
    flag: '-extendedQuery',
    env: 'ORION_EXTENDED_QUERY',
    kind: 'boolean',
    description:
      'read every q and mq in the extended language (OR, groups, negation, letter case), not only those of requests with options=extendedQuery',
    extended: true,
  },
  {
    name: 'numbers',
    flag: '-numbers',
    env: 'ORION_NUMBERS',
    kind: 'choice',
    default: 'orion',
    choices: ['orion', 'exact'],
    description:
      'how numbers are shown: orion, with at most nine decimals; exact, as they were sent (results of $inc and $mul are rounded to nine)',
    extended: true,
  },
  {
    name: 'registrationPatch',
    flag: '-registrationPatch',
    env: 'ORION_REGISTRATION_PATCH',
    kind: 'boolean',
    description: 'offer PATCH /v2/registrations/{id}, which the original does not have',
    extended: true,
  },
  {
    name: 'apiDocs',
    flag: '-apiDocs',
    env: 'ORION_API_DOCS',
    kind: 'boolean',
    description: 'serve /api-docs, a page of the interface that can send requests',
    extended: true,
  },
] as const satisfies readonly OptionRecord[];
