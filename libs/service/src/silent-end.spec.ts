import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { transformSync } from 'esbuild';

const source = transformSync(readFileSync(new URL('silent-end.ts', import.meta.url), 'utf8'), {
  loader: 'ts',
}).code;

/** A program of its own, because what is tested is how a process ends. */
const run = (program: string) => {
  const { status, stderr } = spawnSync(
    process.execPath,
    ['--input-type=module', '-e', `${source}\nconst done = reportSilentEnd('a-service');\n${program}`],
    { encoding: 'utf8', env: { ...process.env, NODE_OPTIONS: '' } },
  );
  return { status, stderr };
};

describe('reportSilentEnd', () => {
  const reported = {
    status: 1,
    stderr: 'a-service ended before its work was done: it waited for something that can no longer happen\n',
  };
  it('reports a promise at the top level that is never settled', () => {
    expect(run('await new Promise(() => {})')).toEqual(reported);
  });
  it('reports a promise inside a function that is never settled, which Node takes for success', () => {
    expect(run('(async () => { await new Promise(() => {}); })()')).toEqual(reported);
  });
  it('reports an event loop that runs empty with exit code 0 already chosen', () => {
    expect(run('process.exitCode = 0; setTimeout(() => {}, 1)')).toEqual(reported);
  });
  it('leaves a program alone that says it is done, or that ends itself', () => {
    expect(run('done()')).toEqual({ status: 0, stderr: '' });
    expect(run('done(); process.exitCode = 3')).toEqual({ status: 3, stderr: '' });
    expect(run('process.exit(0)')).toEqual({ status: 0, stderr: '' });
  });
  it('leaves the error of a program that throws to Node', () => {
    const { status, stderr } = run('throw new Error("as thrown")');
    expect(status).toBe(1);
    expect(stderr).toContain('as thrown');
    expect(stderr).not.toContain('a-service ended');
  });
});
