import { errorMessage } from '@smart-city/service';
import { resolve } from 'node:path';
import { openStores, type Stores, type StoreSettings } from '../storage/open-stores';
import { asksForHelp, badUsage, printed, type CommandResult } from './command-result';
import { compareStores, tenantName } from './copy/compare-stores';
import { copyTenant, copyUsage, findData } from './copy/copy-stores';
import { readNamedArguments } from '@smart-city/options';

const OUTBOX_STAYS =
  'Notifications that still wait to be sent are not copied: the broker of the source sends them when it starts again.';
const USAGE = [
  'usage: context-broker copy --from <dbURI> --to <dbURI> [--db <name>] [--force]',
  '  <dbURI>   sqlite:<folder>, or mongodb:// or mongodb+srv://; ${PWD} in it stands for ORION_MONGO_PASSWORD',
  '  --db      name of the databases, default orion',
  '  --force   copy into a database that holds data: what has the same identity is replaced',
  OUTBOX_STAYS,
].join('\n');

const START_RETRIES = 3;
/** Entities between two lines of progress. */
const PROGRESS_STEP = 10_000;

/**
 * `context-broker copy`: moves a broker from one database to another. No broker should write to either meanwhile. Ends
 * with 1 when a database fails, or when both do not hold the same at the end.
 */
export async function copyCommand(args: readonly string[]): Promise<CommandResult> {
  if (asksForHelp(args)) return printed(`${USAGE}\n`);
  const named = readNamedArguments(args, { values: ['--from', '--to', '--db'], flags: ['--force'] });
  if (typeof named === 'string') return badUsage(named, USAGE);
  const from = databaseUri(named.values.get('--from'));
  const to = databaseUri(named.values.get('--to'));
  if (from === undefined || to === undefined)
    return badUsage('--from and --to must be sqlite:<folder>, mongodb://… or mongodb+srv://…', USAGE);
  if (from === to) return badUsage('--from and --to are the same database', USAGE);
  const dbName = named.values.get('--db') ?? 'orion';
  const opened: Stores[] = [];
  const open = async (dbUri: string, mustExist: boolean) => {
    const settings: StoreSettings = {
      dbUri,
      dbName,
      multiservice: true,
      startRetries: START_RETRIES,
      mustExist,
    };
    const stores = await openStores(settings);
    opened.push(stores);
    return stores;
  };
  try {
    return await copy(await open(from, true), await open(to, false), named.flags.has('--force'));
  } catch (error) {
    return failure(`cannot copy: ${errorMessage(error)}`);
  } finally {
    await Promise.allSettled(opened.map(({ entities }) => entities.close()));
  }
}

/** With an absolute folder and the password filled in; undefined when it is no address of a database. */
function databaseUri(text = ''): string | undefined {
  if (text.startsWith('sqlite:') && text.length > 'sqlite:'.length)
    return `sqlite:${resolve(text.slice('sqlite:'.length))}`;
  if (!/^mongodb(?:\+srv)?:\/\//.test(text)) return undefined;
  return text.replaceAll('${PWD}', () => encodeURIComponent(process.env['ORION_MONGO_PASSWORD'] ?? ''));
}

async function copy(from: Stores, to: Stores, force: boolean): Promise<CommandResult> {
  const say = (line: string) => process.stderr.write(`${line}\n`);
  const occupied = force ? undefined : await findData(to);
  if (occupied !== undefined)
    return failure(
      `the target holds data already (${tenantName(occupied)}); --force copies into it all the same`,
    );
  for (const tenant of await from.entities.listTenants()) {
    let next = PROGRESS_STEP;
    const amounts = await copyTenant(from, to, tenant, (entities) => {
      if (entities < next) return;
      next = entities + PROGRESS_STEP;
      say(`${tenantName(tenant)}: ${entities} entities …`);
    });
    const { entities, subscriptions, registrations } = amounts;
    say(
      `${tenantName(tenant)}: ${entities} entities, ${subscriptions} subscriptions, ${registrations} registrations`,
    );
  }
  await copyUsage(from, to);
  say(OUTBOX_STAYS);
  say('comparing both databases …');
  const differences = await compareStores(from, to, Date.now());
  if (differences.length > 0)
    return failure(
      `the databases do not hold the same:\n${differences.map((line) => `  ${line}`).join('\n')}`,
    );
  return printed('copied; both databases hold the same\n');
}

const failure = (text: string): CommandResult => ({ exitCode: 1, stdout: '', stderr: `${text}\n` });
