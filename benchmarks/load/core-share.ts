import { existsSync, mkdirSync, rmdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Short, so that a process that has used its share stands still for some milliseconds only. */
const PERIOD_US = 10_000;

/**
 * Confines a process to a share of one core (control groups of Linux, version 1 or 2), as a container's limit would. So a machine with
 * few cores can show how processes share work when none of them is the machine's limit.
 *
 * @returns lifts the limit, once the process has ended
 * @throws Error where the system has no control groups that this user may write
 */
export function confineToShare(pid: number, share: number): () => void {
  const isVersion2 = existsSync('/sys/fs/cgroup/cgroup.controllers');
  const group = join(isVersion2 ? '/sys/fs/cgroup' : '/sys/fs/cgroup/cpu', `bench-${pid}`);
  const quotaUs = Math.round(PERIOD_US * share);
  mkdirSync(group);
  if (isVersion2) writeFileSync(join(group, 'cpu.max'), `${quotaUs} ${PERIOD_US}`);
  else {
    writeFileSync(join(group, 'cpu.cfs_period_us'), String(PERIOD_US));
    writeFileSync(join(group, 'cpu.cfs_quota_us'), String(quotaUs));
  }
  writeFileSync(join(group, 'cgroup.procs'), String(pid));
  return () => rmdirSync(group);
}
