/** What a test, or Jest for one file, may put in the place of the process's own. */
const ownParts = () => ({
  exit: process.exit,
  exitCode: process.exitCode,
  console: globalThis.console,
  stackTraceLimit: Error.stackTraceLimit,
  environment: { ...process.env },
});

/**
 * Jest's environment where tests run in the process as it is, not each file in a context of `node:vm`: packages (Nest, TypeORM, drivers)
 * are loaded once for all files, and nothing of a file stays in memory because its context does.
 */
export default class NativeEnvironment {
  global = globalThis;
  own = ownParts();

  async setup() {}

  /** The next file finds the process as this one did. */
  async teardown() {
    const { exit, exitCode, console, stackTraceLimit, environment } = this.own;
    process.exit = exit;
    process.exitCode = exitCode;
    globalThis.console = console;
    Error.stackTraceLimit = stackTraceLimit;
    for (const name of Object.keys(process.env)) if (!(name in environment)) delete process.env[name];
    Object.assign(process.env, environment);
  }

  exportConditions() {
    return ['node', 'node-addons'];
  }

  getVmContext() {
    return null;
  }
}
