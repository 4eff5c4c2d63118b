export { BackupError } from './backup-error';
export { writeBackup, type BackupSource } from './write-backup';
export { restoreBackup, type RestoreTarget } from './restore-backup';
