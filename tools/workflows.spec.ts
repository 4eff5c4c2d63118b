import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';

const FOLDER = '.github/workflows';
/** A commit, with the version that it is in a comment for people: a tag can be moved, a commit cannot. */
const PINNED = /^[\w./-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/;

interface Workflow {
  readonly on: Readonly<Record<string, unknown>>;
  readonly permissions: Readonly<Record<string, string>>;
  readonly jobs: Readonly<Record<string, { readonly steps: readonly { readonly run?: string }[] }>>;
}

const workflow = (file: string) => parse(readFileSync(join(FOLDER, file), 'utf8')) as Workflow;

describe('workflows', () => {
  it.each(readdirSync(FOLDER))('%s names every action by its commit and version', (file) => {
    const uses = [...readFileSync(join(FOLDER, file), 'utf8').matchAll(/\buses: (.*)$/gm)].map(
      ([, action]) => action,
    );
    expect(uses.length).toBeGreaterThan(0);
    expect(uses.filter((action) => !PINNED.test(action ?? ''))).toEqual([]);
  });

  it.each(readdirSync(FOLDER))('%s may only read, unless a job says more', (file) => {
    expect(workflow(file).permissions).toEqual({ contents: 'read' });
  });

  it('run .ci/run for every pull request', () => {
    const { on, jobs } = workflow('ci.yml');
    expect(Object.keys(on)).toContain('pull_request');
    expect(jobs['ci']?.steps.map(({ run }) => run ?? '').join('\n')).toContain('.ci/run');
  });
});
