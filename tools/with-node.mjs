// Runs a command under another Node, taken from the npm registry: node tools/with-node.mjs 22 npm test
import { spawn } from 'node:child_process';
import { endTogether } from './end-together.mjs';
import { environmentOf, fetchNode } from './node-from-registry.mjs';

const [version, command, ...args] = process.argv.slice(2);
if (process.versions.node.split('.')[0] === version) {
  await endTogether(spawn(command, args, { stdio: 'inherit' }));
} else {
  const { node, why } = fetchNode(version);
  if (!node) {
    console.error(why);
    process.exit(1);
  }
  await endTogether(spawn(command, args, { stdio: 'inherit', env: environmentOf(node) }));
}
