import { BadUsage, errorMessage, printed, type CommandResult, type Subcommand } from '@smart-city/service';
import { createReadStream, existsSync, statSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createFeatureGate, parseVersion, type FeatureGate } from '@smart-city/deprecation';
import { LONGEST_LINE, readAccessLog, type LogCounts } from './check-upgrade/access-log';
import { boundedLines } from './check-upgrade/bounded-lines';
import {
  newDbUri,
  oldDatabaseParameters,
  readCommandLine,
  readEnvironment,
  readVariable,
  type DeploymentParameters,
} from './check-upgrade/deployment-parameters';
import { Findings } from './check-upgrade/finding';
import {
  breaks,
  renderUpgradeJson,
  renderUpgradeText,
  type UpgradeReport,
} from './check-upgrade/report-text';
import { ACTION_FLAGS } from '../cli/options';
import { optionTable } from '../cli/option-table';

const USAGE = [
  'usage: context-broker check-upgrade --to <major>.<minor>.<patch> [--json] [--env <file>] [--log <file>] [<file> | [--] <command line>]',
  '  <file>          an env or compose file, or an access log (Orion, common, combined, or a request line each); "-" is standard input',
  '  <command line>  the flags the broker is started with',
].join('\n');

interface Request {
  readonly to: string;
  readonly json: boolean;
  readonly files: readonly { readonly path: string; readonly kind: 'env' | 'log' | 'unknown' }[];
  readonly commandLine: readonly string[];
}

/**
 * `context-broker check-upgrade`: what of a deployment (its flags, its environment, its recorded requests) an upgrade
 * would break. Ends with 1 when something would.
 */
export const checkUpgradeCommand: Subcommand<unknown> = {
  usage: USAGE,
  run: (args) => check(readArguments(args)),
};

async function check(request: Request): Promise<CommandResult> {
  const gate = createFeatureGate(request.to);
  const findings = new Findings();
  const parameters = new Map(readCommandLine(request.commandLine, gate, findings));
  const unknown = [...parameters.keys()].filter((flag) => !isKnownFlag(flag, gate));
  const log = { requests: 0, unreadable: 0 };
  let hasLog = false;
  for (const file of request.files) {
    try {
      const counts = await readFileOf(file, gate, findings, parameters);
      hasLog ||= counts !== undefined;
      log.requests += counts?.requests ?? 0;
      log.unreadable += counts?.unreadable ?? 0;
    } catch (error) {
      throw new BadUsage(`cannot read ${file.path}: ${errorMessage(error)}`);
    }
  }
  const dbUri = newDbUri(parameters);
  const oldDatabase = oldDatabaseParameters(parameters, gate);
  const report: UpgradeReport = {
    to: request.to,
    findings: findings.all(),
    unknown,
    ...(dbUri && { dbUri }),
    ...(oldDatabase && { oldDatabase }),
    ...(hasLog && { log }),
  };
  const isFine = unknown.length === 0 && !report.findings.some((finding) => breaks(gate, finding));
  return printed(
    request.json ? renderUpgradeJson(gate, report) : renderUpgradeText(gate, report),
    isFine ? 0 : 1,
  );
}

/** Whether the flag is one of the broker, or was: any other keeps it from starting. */
const isKnownFlag = (flag: string, gate: FeatureGate): boolean =>
  gate.cliParameterState(flag) !== undefined ||
  optionTable.some((option) => option.flag === flag) ||
  ACTION_FLAGS.some((action) => action === flag);

/** @throws BadUsage */
function readArguments(args: readonly string[]): Request {
  let to: string | undefined;
  let json = false;
  const files: { path: string; kind: 'env' | 'log' | 'unknown' }[] = [];
  let at = 0;
  for (; at < args.length; at += 1) {
    const arg = args[at]!;
    if (arg === '--json') json = true;
    else if (arg === '--to') to = args[(at += 1)];
    else if (arg.startsWith('--to=')) to = arg.slice('--to='.length);
    else if (arg === '--env' || arg === '--log')
      files.push({ path: args[(at += 1)] ?? '', kind: arg === '--env' ? 'env' : 'log' });
    else break;
  }
  const rest = args.slice(at);
  if (to === undefined || !parseVersion(to))
    throw new BadUsage(to === undefined ? '--to is missing' : `not a version: '${to}'`);
  const isFile = rest.length === 1 && (rest[0] === '-' || !rest[0]!.startsWith('-'));
  if (isFile) files.push({ path: rest[0]!, kind: 'unknown' });
  const words = isFile ? [] : rest.filter((word, index) => index > 0 || word !== '--');
  if (files.length === 0 && words.length === 0) throw new BadUsage('nothing to check');
  const missing = files.find(
    ({ path }) => path !== '-' && (!existsSync(path) || statSync(path).isDirectory()),
  );
  if (missing) throw new BadUsage(`no such file: ${missing.path}`);
  return { to, json, files, commandLine: words.length === 1 ? words[0]!.split(/\s+/) : words };
}

async function readFileOf(
  { path, kind }: Request['files'][number],
  gate: FeatureGate,
  findings: Findings,
  parameters: Map<string, string | true>,
): Promise<LogCounts | undefined> {
  if (kind === 'env' || (kind === 'unknown' && path !== '-' && (await looksLikeEnvironment(path)))) {
    const read: DeploymentParameters = readEnvironment(
      (await readFile(path, 'utf8')).split(/\r?\n/),
      path,
      gate,
      findings,
    );
    for (const [flag, value] of read) parameters.set(flag, value);
    return undefined;
  }
  const input = path === '-' ? process.stdin : createReadStream(path);
  return readAccessLog(
    boundedLines(input, LONGEST_LINE + 1),
    path === '-' ? 'standard input' : path,
    gate,
    findings,
  );
}

/** Named so, or most of the first lines set a variable. */
async function looksLikeEnvironment(path: string): Promise<boolean> {
  if (/\.(?:env|ya?ml)$/.test(path)) return true;
  const lines: string[] = [];
  for await (const line of boundedLines(createReadStream(path), 1000)) {
    if (line.trim() === '' || line.trimStart().startsWith('#')) continue;
    lines.push(line);
    if (lines.length >= 20) break;
  }
  const variables = lines.filter(
    (line) => /^\s*(export\s+|-\s+)?[A-Z_][A-Z0-9_]*\s*[=:]/.test(line) && readVariable(line) !== undefined,
  );
  return lines.length > 0 && variables.length * 2 > lines.length;
}
