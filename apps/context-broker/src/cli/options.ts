import { resolve } from 'node:path';
import { createFeatureGate, parseVersion, type FeatureGate } from '@smart-city/deprecation';
import { toDbUri, type OldDatabaseParameters } from '@smart-city/db-uri';
import {
  OptionError,
  readOptions,
  type OptionRecord,
  type OptionsOf,
  type OptionSource,
} from '@smart-city/options';
import {
  parseFlowControl,
  parseNotificationMode,
  type FlowControl,
  type NotificationMode,
} from './notification-mode';
import { authzFaults } from './authz-settings';
import { ReceiverPolicy } from '@smart-city/receivers';
import { optionTable } from './option-table';
import { reliableNotifications } from './reliable-notifications';

type RawOptions = OptionsOf<typeof optionTable>;

/** All settings of a running broker: typed, checked, frozen. Injected by {@link OPTIONS}; nothing else reads them. */
export interface BrokerOptions extends Omit<
  RawOptions,
  'dbUri' | 'notificationMode' | 'notifFlowControl' | 'httpTimeoutMs' | 'mqttTimeoutMs' | 'kafkaTimeoutMs'
> {
  /** `sqlite:<absolute folder>`, or a MongoDB URI with its password filled in: never log it. */
  readonly dbUri: string;
  readonly notificationMode: NotificationMode;
  readonly notifFlowControl: FlowControl | undefined;
  readonly httpTimeoutMs: number;
  /** What a request may take to arrive; 0 is no limit. */
  readonly requestTimeoutMs: number;
  readonly mqttTimeoutMs: number;
  readonly kafkaTimeoutMs: number;
  /** What the compat version has deprecated and removed. */
  readonly gate: FeatureGate;
}

export const OPTIONS = 'context-broker.options';

export interface BrokerCommandLine {
  readonly options: BrokerOptions;
  readonly sources: ReadonlyMap<string, OptionSource>;
  /** Said once in the log: parameters without effect, deprecated ones. */
  readonly warnings: readonly string[];
}

const DEFAULT_TIMEOUT_MS = 5000;
const DB_NAME_MAX_LENGTH = 10;
const OLD_DATABASE = [
  'oldHost',
  'oldReplicaSet',
  'oldTimeoutMs',
  'oldUser',
  'oldPassword',
  'oldAuthMechanism',
  'oldAuthDb',
  'oldSsl',
  'oldDisableRetryWrites',
] as const;

/** The one fault that Orion finds after reading the parameters: its usage follows without a blank line. */
export const TRACES_NEED_DEBUG =
  'incompatible options: traceLevels cannot be used without setting -logLevel to DEBUG';

export const ACTION_FLAGS = ['-u', '-U', '-h', '--help', '--version'] as const;

/** Reads flags only as far as to see which action flag is there. */
export const readActions = (argv: readonly string[]) =>
  argv.filter((word) => (ACTION_FLAGS as readonly string[]).includes(word));

/** @throws OptionError  with every fault of the command line and the environment */
export function readBrokerOptions(
  argv: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
): BrokerCommandLine {
  const { options: read, sources } = readOptions(optionTable, { argv, env, actionFlags: ACTION_FLAGS });
  const raw = reliableNotifications(read, sources);
  if (!parseVersion(raw.compatVersion))
    throw new OptionError([`-compatVersion must be <major>.<minor>.<patch>, not '${raw.compatVersion}'`]);
  const gate = createFeatureGate(raw.compatVersion);
  const faults: string[] = [];
  const leftOver = leftOverInEnvironment(raw, sources);
  const used = new Map([...sources, ...leftOver.map((name) => [name, 'default'] as const)]);
  const deprecations = deprecatedParameters(raw, used, gate, faults);

  const notificationMode = parseNotificationMode(raw.notificationMode);
  if (!notificationMode)
    faults.push(`-notificationMode: invalid notification mode '${raw.notificationMode}'`);
  const notifFlowControl =
    raw.notifFlowControl === undefined ? undefined : parseFlowControl(raw.notifFlowControl);
  if (raw.notifFlowControl !== undefined && !notifFlowControl)
    faults.push(`-notifFlowControl: invalid flow control '${raw.notifFlowControl}'`);
  if (notifFlowControl && notificationMode?.kind !== 'threadpool')
    faults.push('-notifFlowControl needs -notificationMode threadpool');
  if (raw.dbName.length > DB_NAME_MAX_LENGTH)
    faults.push(`-db: dbName too long (max ${DB_NAME_MAX_LENGTH} characters)`);
  if (!/^[A-Za-z0-9_-]+$/.test(raw.dbName)) faults.push("-db must be made of letters, digits, '_' and '-'");
  if (raw.traceLevels !== undefined && raw.logLevel !== 'DEBUG') faults.push(TRACES_NEED_DEBUG);
  if (raw.ipv4Only && raw.ipv6Only) faults.push('-ipv4 and -ipv6 cannot be used together');
  if (raw.https && (raw.httpsKeyFile === undefined || raw.httpsCertFile === undefined))
    faults.push('-https needs -key and -cert');
  if ((raw.mqttCertFile === undefined) !== (raw.mqttKeyFile === undefined))
    faults.push('-mqttCert and -mqttKey go together');
  faults.push(...authzFaults(raw), ...receiverFaults(raw));
  if (raw.authz && raw.adminToken !== undefined)
    faults.push('-adminToken cannot be used together with -authz');
  if (raw.adminToken !== undefined && !/^[\x21-\x7e]+$/.test(raw.adminToken))
    faults.push('-adminToken must be made of ASCII characters without spaces');
  for (const tenant of raw.tenants)
    if (!/^[a-z0-9_]{1,50}$/.test(tenant))
      faults.push(`-tenants: '${tenant}' is not the name of a tenant in lower case`);
  const dbUri = databaseUri(raw, used, faults);
  if (raw.history !== 'off' && !dbUri.startsWith('sqlite:'))
    faults.push('-history needs the embedded store (-dbURI sqlite:<folder>)');
  const warnings = [
    ...withoutEffect(sources, dbUri.startsWith('sqlite:')),
    ...leftOver.map(passedOver),
    ...deprecations,
  ];
  if (faults.length > 0 || !notificationMode) throw new OptionError(faults);

  const timeout = (ms: number) => (ms === -1 ? DEFAULT_TIMEOUT_MS : ms);
  const { requestMaxSeconds, reqTimeoutSeconds } = raw;
  const options: BrokerOptions = Object.freeze({
    ...raw,
    dbUri,
    notificationMode,
    notifFlowControl,
    httpTimeoutMs: timeout(raw.httpTimeoutMs),
    requestTimeoutMs: requestMaxSeconds === 0 ? 0 : Math.max(requestMaxSeconds, reqTimeoutSeconds) * 1000,
    mqttTimeoutMs: timeout(raw.mqttTimeoutMs),
    kafkaTimeoutMs: timeout(raw.kafkaTimeoutMs),
    gate,
  });
  return { options, sources, warnings };
}

/** Names of old database parameters that stand in the environment beside `-dbURI`, which decides alone, as in Orion. */
const leftOverInEnvironment = ({ dbUri }: RawOptions, sources: ReadonlyMap<string, OptionSource>) =>
  dbUri === undefined ? [] : OLD_DATABASE.filter((name) => sources.get(name) === 'env');

function passedOver(name: string): string {
  const record: OptionRecord = optionTable.find((option) => option.name === name)!;
  return `environment variable '${record.env}' is not used: -dbURI says where the database is`;
}

function receiverFaults({ receiverDeny, receiverAllow }: RawOptions): readonly string[] {
  try {
    new ReceiverPolicy(receiverDeny, receiverAllow);
    return [];
  } catch (error) {
    return [`-receiverDeny, -receiverAllow: ${(error as Error).message}`];
  }
}

/** Parameters of a database server. */
const OF_A_SERVER: readonly string[] = ['dbPoolSize', 'writeConcern'];

function withoutEffect(sources: ReadonlyMap<string, OptionSource>, isEmbedded: boolean): string[] {
  return optionTable.flatMap((record: OptionRecord) => {
    if (sources.get(record.name) === 'default') return [];
    const reason =
      isEmbedded && OF_A_SERVER.includes(record.name)
        ? 'the embedded store is written by one process, always acknowledged'
        : record.noEffect;
    // `-fg` asks for what happens anyway.
    if (reason === undefined || record.name === 'foreground') return [];
    return [`parameter '${record.flag}' has no effect: ${reason}`];
  });
}

function deprecatedParameters(
  raw: RawOptions,
  sources: ReadonlyMap<string, OptionSource>,
  gate: FeatureGate,
  faults: string[],
): string[] {
  const warnings: string[] = [];
  const equivalent = () => {
    const uri = toDbUri(oldParameters(raw, '*****'));
    return uri.kind === 'uri'
      ? `use -dbURI '${uri.uri}' instead`
      : `use -dbURI instead (${uri.reasons.join('; ')})`;
  };
  for (const record of optionTable) {
    if (sources.get(record.name) === 'default') continue;
    const found = gate.cliParameterState(record.flag);
    if (!found || found.state === 'supported') continue;
    const isDatabase = (OLD_DATABASE as readonly string[]).includes(record.name);
    const instead = isDatabase
      ? `; ${equivalent()}`
      : found.replacement
        ? `; use ${found.replacement} instead`
        : '';
    if (found.state === 'removed')
      faults.push(
        `'${record.flag}' not recognized: it was removed before version ${gate.compatVersion}${instead}`,
      );
    else warnings.push(`parameter '${record.flag}' is deprecated${instead}`);
  }
  return warnings;
}

function oldParameters(raw: RawOptions, password = raw.oldPassword ?? raw.dbPassword): OldDatabaseParameters {
  return {
    ...(raw.oldHost !== undefined && { host: raw.oldHost }),
    ...(raw.oldReplicaSet !== undefined && { replicaSet: raw.oldReplicaSet }),
    ...(raw.oldTimeoutMs !== undefined && { timeoutMs: raw.oldTimeoutMs }),
    ...(raw.oldUser !== undefined && { user: raw.oldUser }),
    ...(password !== undefined && raw.oldUser !== undefined && { password }),
    ...(raw.oldAuthMechanism !== undefined && { authMechanism: raw.oldAuthMechanism }),
    ...(raw.oldAuthDb !== undefined && { authDb: raw.oldAuthDb }),
    ...(raw.oldSsl && { ssl: true as const }),
    ...(raw.oldDisableRetryWrites && { disableRetryWrites: true as const }),
  };
}

function databaseUri(raw: RawOptions, sources: ReadonlyMap<string, OptionSource>, faults: string[]): string {
  const old = OLD_DATABASE.filter((name) => sources.get(name) !== 'default');
  if (old.length > 0) {
    if (raw.dbUri !== undefined)
      faults.push(
        '-dbURI cannot be used together with -dbhost, -rplSet, -dbTimeout, -dbuser, -dbAuthMech, -dbAuthDb, -dbSSL or -dbDisableRetryWrites',
      );
    const mapped = toDbUri(oldParameters(raw));
    if (mapped.kind === 'uri') return mapped.uri;
    faults.push(...mapped.reasons);
    return '';
  }
  const uri = (raw.dbUri ?? 'sqlite:').replaceAll('${PWD}', () => encodeURIComponent(raw.dbPassword ?? ''));
  if (uri.startsWith('sqlite:')) return `sqlite:${resolve(uri.slice('sqlite:'.length) || raw.dataDir)}`;
  if (!/^mongodb(\+srv)?:\/\//.test(uri))
    faults.push('-dbURI must start with sqlite:, mongodb:// or mongodb+srv://');
  return uri;
}
