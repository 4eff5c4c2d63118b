import { existsSync, mkdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = '/sys/fs/cgroup';

/**
 * How the kernel accounts for processor time, by the version of control groups: the hierarchy, the line of /proc/self/cgroup that names
 * a process's place in it, and the seconds that a group has used.
 */
const VERSIONS = [
  {
    hierarchy: join(ROOT, 'cpuacct'),
    line: /^\d+:(?:[^:]*,)?cpuacct(?:,[^:]*)?:(.*)$/m,
    seconds: (folder) => Number(readFileSync(join(folder, 'cpuacct.usage'), 'utf8')) / 1e9,
  },
  {
    hierarchy: ROOT,
    line: /^0::(.*)$/m,
    seconds: (folder) =>
      Number(/usage_usec (\d+)/.exec(readFileSync(join(folder, 'cpu.stat'), 'utf8'))[1]) / 1e6,
  },
];

/** The control group that this process is in. @throws Error where the system has none */
export function ownGroup() {
  const version = VERSIONS.find(({ hierarchy }) => existsSync(join(hierarchy, 'cgroup.procs')));
  if (!version) throw new Error('this system has no control groups (Linux has them)');
  const [, place] = version.line.exec(readFileSync('/proc/self/cgroup', 'utf8')) ?? [];
  if (place === undefined) throw new Error('this process is in no control group');
  return new ControlGroup(version, join(version.hierarchy, place));
}

/** All processes that were started in it, whoever waits for them. */
class ControlGroup {
  constructor(version, folder) {
    this.version = version;
    this.folder = folder;
  }

  /** Processor time used so far, user and system. */
  seconds() {
    return this.version.seconds(this.folder);
  }

  /** Puts this process, and what it starts from now on, here. */
  enter() {
    writeFileSync(join(this.folder, 'cgroup.procs'), String(process.pid));
  }

  /** A new group within this one. @throws Error without the right to make one, which root has */
  within(name) {
    const folder = join(this.folder, name);
    mkdirSync(folder);
    return new ControlGroup(this.version, folder);
  }

  /** Ids of the processes in it. */
  processes() {
    return readFileSync(join(this.folder, 'cgroup.procs'), 'utf8').split('\n').filter(Boolean).map(Number);
  }

  /** Only when nothing runs in it. */
  remove() {
    rmdirSync(this.folder);
  }
}
