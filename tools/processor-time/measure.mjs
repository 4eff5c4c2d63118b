// Runs a command and tells how much processor time it took, with everything that it started, waited for or not:
//   node tools/processor-time/measure.mjs npm test
// It needs Linux, and the right to make a control group (root).
import { spawn } from 'node:child_process';
import { endTogether } from '../end-together.mjs';
import { ownGroup } from './control-group.mjs';

const [command, ...args] = process.argv.slice(2);
if (command === undefined) {
  console.error('usage: node tools/processor-time/measure.mjs <command> [argument]...');
  process.exit(2);
}
const outside = ownGroup();
const inside = outside.within(`processor-time-${process.pid}`);
inside.enter();
await endTogether(spawn(command, args, { stdio: 'inherit' }));
const seconds = inside.seconds();
outside.enter();
const left = inside.processes();
if (left.length > 0) console.error(`still running: ${left.join(', ')}`);
else inside.remove();
console.error(`${seconds.toFixed(1)} s of processor time`);
