import { BadUsage, CommandFailed, errorMessage, type Subcommand } from '@smart-city/service';
import { resolve } from 'node:path';
import { openStores } from '../storage/open-stores';
import type { Stores, StoreSettings } from '../storage/stores';
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
 * `context-broker copy`: moves a broker from one database to another. No broker should write to either meanwhile. A failure
 * when a database fails, or when both do not hold the same at the end.
 */
export const copyCommand: Subcommand<unknown> = {
  usage: USAGE,
  async run(args) {
    const { values, flags } = readNamedArguments(args, {
      values: ['--from', '--to', '--db'],
      flags: ['--force'],
    });
    const [from, to] = [databaseUri(values.get('--from')), databaseUri(values.get('--to'))];
    if (from === undefined || to === undefined)
      throw new BadUsage('--from and --to must be sqlite:<folder>, mongodb://… or mongodb+srv://…');
    if (from === to) throw new BadUsage('--from and --to are the same database');
    const opened: Stores[] = [];
    const open = async (dbUri: string, mustExist: boolean) => {
      const stores = await openStores(settingsOf(dbUri, values.get('--db') ?? 'orion', mustExist));
      opened.push(stores);
      return stores;
    };
    try {
      return await copy(await open(from, true), await open(to, false), flags.has('--force'));
    } catch (error) {
      if (error instanceof CommandFailed) throw error;
      throw new CommandFailed(`cannot copy: ${errorMessage(error)}`, { cause: error });
    } finally {
      await Promise.allSettled(opened.map(({ entities }) => entities.close()));
    }
  },
};

const settingsOf = (dbUri: string, dbName: string, mustExist: boolean): StoreSettings => ({
  dbUri,
  dbName,
  multiservice: true,
  startRetries: START_RETRIES,
  mustExist,
});

/** With an absolute folder and the password filled in; undefined when it is no address of a database. */
function databaseUri(text = ''): string | undefined {
  if (text.startsWith('sqlite:') && text.length > 'sqlite:'.length)
    return `sqlite:${resolve(text.slice('sqlite:'.length))}`;
  if (!/^mongodb(?:\+srv)?:\/\//.test(text)) return undefined;
  return text.replaceAll('${PWD}', () => encodeURIComponent(process.env['ORION_MONGO_PASSWORD'] ?? ''));
}

async function copy(from: Stores, to: Stores, force: boolean): Promise<string> {
  const say = (line: string) => process.stderr.write(`${line}\n`);
  const occupied = force ? undefined : await findData(to);
  if (occupied !== undefined)
    throw new CommandFailed(
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
    throw new CommandFailed(
      `the databases do not hold the same:\n${differences.map((line) => `  ${line}`).join('\n')}`,
    );
  return 'copied; both databases hold the same\n';
}
