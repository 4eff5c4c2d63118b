import { execFile } from 'node:child_process';
import { join } from 'node:path';

interface Report {
  readonly numPassedTests: number;
  readonly numFailedTests: number;
  readonly numPendingTests: number;
  readonly numRuntimeErrorTestSuites: number;
  readonly testResults: readonly {
    readonly message: string;
    readonly assertionResults: readonly {
      readonly title: string;
      readonly failureMessages: readonly string[];
    }[];
  }[];
}

/** Jest on the files in `failing/`, in a process of its own. */
async function runFailing(): Promise<{ readonly code: unknown; readonly report: Report }> {
  const config = {
    rootDir: import.meta.dirname,
    testMatch: ['<rootDir>/failing/*.fixture.ts'],
    testEnvironment: '<rootDir>/native-environment.mjs',
    runtime: '<rootDir>/native-runtime.mjs',
    transform: {},
  };
  const args = [
    join('node_modules', 'jest', 'bin', 'jest.js'),
    '-w',
    '1',
    '--json',
    '--config',
    JSON.stringify(config),
  ];
  return new Promise((resolve) => {
    execFile(process.execPath, args, (error, stdout) =>
      resolve({ code: error?.code ?? 0, report: JSON.parse(stdout) as Report }),
    );
  });
}

describe('tests in the process itself', () => {
  let outcome: Awaited<ReturnType<typeof runFailing>>;
  const why = (title: string): string =>
    outcome.report.testResults
      .flatMap(({ assertionResults }) => assertionResults)
      .find((test) => test.title === title)!
      .failureMessages.join('\n');

  beforeAll(async () => {
    outcome = await runFailing();
  });

  it('what fails, is skipped and passes is counted', () => {
    const { numPassedTests, numFailedTests, numPendingTests, numRuntimeErrorTestSuites } = outcome.report;
    expect({ numPassedTests, numFailedTests, numPendingTests, numRuntimeErrorTestSuites }).toEqual({
      numPassedTests: 1,
      numFailedTests: 5,
      numPendingTests: 2,
      numRuntimeErrorTestSuites: 1,
    });
    expect(outcome.code).toBe(1);
  });

  it.each([
    ['an expectation', '"answer": 42'],
    ['takes too long', 'Exceeded timeout of 20 ms'],
    ['throws when nobody waits', 'thrown from a timer'],
    ['rejects when nobody waits', 'rejected by nobody'],
    ['is not run', 'thrown before the tests'],
  ])('%s', (title, message) => {
    expect(why(title)).toContain(message);
  });

  it('a file that cannot be loaded says why', () => {
    const messages = outcome.report.testResults.map(({ message }) => message).join('\n');
    expect(messages).toContain('thrown while it is loaded');
  });

  it('the line of the source is named', () => {
    expect(why('an expectation')).toMatch(/failing\.fixture\.ts:5:\d+/);
  });
});
