import { TestEnvironment } from 'jest-environment-node';

/** What test files of this process share, by key: Jest gives each file modules and globals of its own. */
const kept = new Map();

function take() {
  const all = [...kept.values()];
  kept.clear();
  return all;
}

// The tests' own `process` is a copy that hears no events.
process.on('beforeExit', () =>
  take().forEach((one) => one.then((started) => started.end()).catch(() => undefined)),
);
process.on('exit', () => begun.forEach((one) => one.kill()));

/** Things that are running, known at once when the process ends without a word. */
const begun = [];

/** Jest's environment for Node, with a place for services that several test files use (`keptForAllFiles` of libs/testing). */
export default class extends TestEnvironment {
  async setup() {
    await super.setup();
    this.global.keptForAllFiles = { kept, begun };
  }
}
