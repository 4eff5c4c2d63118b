// A reporter of jest: what each test file cost, with the services and browsers that it started, dearest first. With one worker only:
//   npm test -- -w 1 --reporters=summary --reporters=./tools/processor-time/by-file.mjs
import { relative } from 'node:path';
import { ownGroup } from './control-group.mjs';

/** Run with others in its control group, it would count what they take: measure.mjs makes a group for it alone. */
export default class ByFile {
  group = ownGroup();
  files = [];
  since = 0;

  onRunStart() {
    this.since = this.group.seconds();
  }

  onTestFileResult({ path }, { testResults }) {
    const now = this.group.seconds();
    this.files.push({ path, seconds: now - this.since, cases: testResults.length });
    this.since = now;
  }

  onRunComplete() {
    this.files.sort((one, other) => other.seconds - one.seconds);
    for (const { path, seconds, cases } of this.files)
      console.log(
        `${seconds.toFixed(2).padStart(8)} s ${String(cases).padStart(5)} cases  ${relative(process.cwd(), path)}`,
      );
  }
}
