// Read by whatever Node the machine has: nothing here that Node 16 could not run.
import { spawn } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { endTogether } from './end-together.mjs';
import { environmentOf, fetchNode } from './node-from-registry.mjs';

/** Oldest Node that everything runs on, and the one that is fetched where an older one is found. */
const OLDEST = 22;
const FETCHED = 24;

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
  const { node, why } = fetchNode(FETCHED);
  if (!node) {
    console.error(
      `${why}\nInstall Node ${OLDEST} or later (https://nodejs.org), or let npm reach a registry (see \`npm ping\`), and run the same command again.`,
    );
    return process.exit(1);
  }
  // `main.js` of both services runs itself under it (libs/supported-node).
  mkdirSync('dist', { recursive: true });
  writeFileSync('dist/fetched-node', `${node}\n`);
  const child = spawn(node, process.argv.slice(1), {
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    env: environmentOf(node),
  });
  return endTogether(child);
}
