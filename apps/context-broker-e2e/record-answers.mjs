// Records the answers of the built broker anew, for src/replay/replay.e2e-spec.ts: only when answers are changed on purpose.
//   node tools/build.mjs context-broker && node apps/context-broker-e2e/record-answers.mjs
import { spawnSync } from 'node:child_process';

const { status } = spawnSync(
  process.execPath,
  [
    ...['--no-warnings', 'node_modules/jest/bin/jest.js', '-i', '--selectProjects', 'broker-e2e'],
    ...['--testPathPatterns', 'replay.e2e-spec'],
  ],
  { stdio: 'inherit', env: { ...process.env, RECORD_ANSWERS: '1' } },
);
process.exit(status ?? 1);
