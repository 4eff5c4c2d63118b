import { spawnSync } from 'node:child_process';
import { accessSync, constants } from 'node:fs';

const tool = ['tools/processor-time/measure.mjs'];
const canMeasure = ['/sys/fs/cgroup/cpuacct', '/sys/fs/cgroup/user.slice'].some((folder) => {
  try {
    accessSync(folder, constants.W_OK);
    return process.getuid?.() === 0;
  } catch {
    return false;
  }
});

describe('measure.mjs', () => {
  (canMeasure ? it : it.skip)('counts what a process leaves running, and ends as the command does', () => {
    const busy = 'for (let i = 0; i < 1e8; i++) Math.sqrt(i)';
    const leaves = `require('child_process').spawn(process.execPath, ['-e', ${JSON.stringify(busy)}], { detached: true, stdio: 'ignore' }).on('exit', () => process.exit(3))`;
    const { status, stderr } = spawnSync(process.execPath, [...tool, process.execPath, '-e', leaves], {
      encoding: 'utf8',
    });
    expect(stderr).toMatch(/^\d+\.\d s of processor time\n$/);
    expect(parseFloat(stderr)).toBeGreaterThan(0);
    expect(status).toBe(3);
  });

  it('says how it is called', () => {
    const { status, stderr } = spawnSync(process.execPath, tool, { encoding: 'utf8' });
    expect(stderr).toContain('usage: ');
    expect(status).toBe(2);
  });
});
