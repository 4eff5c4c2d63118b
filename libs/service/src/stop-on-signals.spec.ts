import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { transformSync } from 'esbuild';

const source = transformSync(readFileSync(new URL('stop-on-signals.ts', import.meta.url), 'utf8'), {
  loader: 'ts',
}).code;

/** A program of its own, because what is tested is how a process ends. */
const run = (stop: string, limitMs = 60_000) => {
  const program = `${source}
    const say = (line) => process.stdout.write(line + '\\n');
    stopOnSignals({ limitMs: ${limitMs}, work: ${stop}, late: () => say('late'), failed: ({ message }) => say(message),
      finish: () => say('finished') });
    setInterval(() => {}, 1_000);
    for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.kill(process.pid, signal);`;
  const { status, stdout } = spawnSync(process.execPath, ['--input-type=module', '-e', program], {
    encoding: 'utf8',
    env: { ...process.env, NODE_OPTIONS: '' },
  });
  return { status, said: stdout.trim().split('\n') };
};

describe('stopOnSignals', () => {
  it('does its work once, however many signals come', () => {
    const { status, said } = run(
      "async (signal) => say(/^SIG(?:TERM|INT|HUP)$/.test(signal) ? 'worked' : signal)",
    );
    expect({ status, said }).toEqual({ status: 0, said: ['worked', 'finished'] });
  });

  it('ends with 1 when the work fails', () => {
    expect(run("async () => { throw new Error('no disk'); }")).toEqual({
      status: 1,
      said: ['no disk', 'finished'],
    });
  });

  it('ends without work that takes too long', () => {
    expect(run('() => new Promise(() => {})', 10)).toEqual({ status: 0, said: ['late', 'finished'] });
  });
});
