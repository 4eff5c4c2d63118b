/**
 * The database parameters a broker took before `-dbURI`. A member is present when its
 * parameter was used.
 */
export interface OldDatabaseParameters {
  /** `-dbhost`: one host, or a comma list, each with an optional port. Absent: localhost, as the old brokers had it. */
  readonly host?: string;
  /** `-rplSet` */
  readonly replicaSet?: string;
  /** `-dbTimeout`, milliseconds. */
  readonly timeoutMs?: number;
  /** `-dbuser` */
  readonly user?: string;
  /** `-dbpass` (also spelled `-dbpwd`) */
  readonly password?: string;
  /** `-dbAuthMech` */
  readonly authMechanism?: string;
  /** `-dbAuthDb` */
  readonly authDb?: string;
  /** `-dbSSL` */
  readonly ssl?: true;
  /** `-dbDisableRetryWrites` */
  readonly disableRetryWrites?: true;
}

export interface OldDatabaseFlag {
  /** With its dash. */
  readonly flag: string;
  /** Environment variables with the same meaning. */
  readonly environment: string;
  readonly member: keyof OldDatabaseParameters;
  /** A switch takes no value. */
  readonly kind: 'text' | 'milliseconds' | 'switch';
}

/** Flags and environment variables of the old parameters. `-dbpwd` lives on beside `-dbURI`; the rest are deprecated. */
export const OLD_DATABASE_FLAGS: readonly OldDatabaseFlag[] = [
  { flag: '-dbhost', environment: 'ORION_MONGO_HOST', member: 'host', kind: 'text' },
  { flag: '-rplSet', environment: 'ORION_MONGO_REPLICA_SET', member: 'replicaSet', kind: 'text' },
  { flag: '-dbTimeout', environment: 'ORION_MONGO_TIMEOUT', member: 'timeoutMs', kind: 'milliseconds' },
  { flag: '-dbuser', environment: 'ORION_MONGO_USER', member: 'user', kind: 'text' },
  { flag: '-dbpass', environment: 'ORION_MONGO_PASSWORD', member: 'password', kind: 'text' },
  { flag: '-dbpwd', environment: 'ORION_MONGO_PASSWORD', member: 'password', kind: 'text' },
  { flag: '-dbAuthMech', environment: 'ORION_MONGO_AUTH_MECH', member: 'authMechanism', kind: 'text' },
  { flag: '-dbAuthDb', environment: 'ORION_MONGO_AUTH_SOURCE', member: 'authDb', kind: 'text' },
  { flag: '-dbSSL', environment: 'ORION_MONGO_SSL', member: 'ssl', kind: 'switch' },
  {
    flag: '-dbDisableRetryWrites',
    environment: 'ORION_MONGO_DISABLE_RETRY_WRITES',
    member: 'disableRetryWrites',
    kind: 'switch',
  },
];
