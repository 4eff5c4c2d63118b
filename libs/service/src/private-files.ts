/**
 * Files and folders that this process makes from now on are its user's alone (600, 700): databases with their logs and
 * shared memory, keys, log files, backups. Those that are there keep what they have.
 */
export function keepFilesPrivate(): void {
  process.umask(0o077);
}
