import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import { sourceMaps } from './typescript-hooks.mjs';

const require = createRequire(import.meta.url);
/** Where Jest's test framework keeps its handlers of events; it makes new ones when there are none. */
const HANDLERS = Symbol.for('EVENT_HANDLERS');
/** How often each test file ran in this process: more than once in watch mode. */
const runs = new Map();

/** In the place of `jest-runtime`, which loads every module anew for each test file: Node loads them. Jest asks for these methods. */
export default class NativeRuntime {
  /** The test framework, anew for each file: it holds the tests. */
  requireInternalModule(path) {
    delete globalThis[HANDLERS];
    delete require.cache[path];
    return require(path);
  }

  requireModule(path) {
    return require(path);
  }

  unstable_shouldLoadAsEsm() {
    return true;
  }

  unstable_importModule(path) {
    const run = runs.get(path) ?? 0;
    runs.set(path, run + 1);
    return import(`${pathToFileURL(path).href}${run === 0 ? '' : `?run=${run}`}`);
  }

  getSourceMaps() {
    return sourceMaps;
  }

  setGlobalsForRuntime() {}

  enterTestCode() {}

  leaveTestCode() {}

  teardown() {}

  getAllCoverageInfoCopy() {}
}
