import { spawnSync } from 'node:child_process';

describe('docs/configuration.md', () => {
  it('is what tools/docs-configuration.mjs writes', () => {
    const { status, stderr } = spawnSync(process.execPath, ['tools/docs-configuration.mjs', '--check'], {
      encoding: 'utf8',
    });
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  });
});
