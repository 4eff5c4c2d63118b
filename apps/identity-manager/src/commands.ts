import type { Subcommand } from '@smart-city/service';
import type { CommandContext } from './service/command-context';

interface Command {
  /** How it is called, and what it does: a paragraph of the whole usage. */
  readonly usage: string;
  /** Loaded when it is asked for: a health check need not load the server. */
  readonly load: () => Promise<Subcommand<CommandContext>['run']>;
  /** What a failure of it is called in the log. */
  readonly failure: string;
}

/** What may follow `identity-manager`. */
export const commands: Readonly<Record<string, Command>> = {
  'import-keyrock': {
    usage: `identity-manager import-keyrock <url> [--images <folder>] [--dry-run]
                                         takes over a Keyrock database (mysql://… or postgresql://…), and on a later
                                         run what changed there since`,
    load: async () => (await import('./doors/import/run-import')).runImport,
    failure: 'could not import',
  },
  backup: {
    usage: `identity-manager backup --to <folder>
                                         copies the embedded database while it is in use`,
    load: async () => (await import('./doors/operations/run-backup')).runBackup,
    failure: 'could not back up',
  },
  restore: {
    usage: `identity-manager restore --from <folder> [--force]
                                         puts such a copy back`,
    load: async () => (await import('./doors/operations/run-backup')).runRestore,
    failure: 'could not restore',
  },
  copy: {
    usage: `identity-manager copy --from <database> --to <database> [--force]
                                         moves the data; a database is sqlite:<file>, postgres://… or mysql://…`,
    load: async () => (await import('./doors/operations/run-copy')).runCopy,
    failure: 'could not copy',
  },
  'reset-password': {
    usage: `identity-manager reset-password <email>  gives somebody who is locked out a new password, shown once`,
    load: async () => (await import('./doors/operations/run-reset-password')).runResetPassword,
    failure: 'could not reset the password',
  },
  health: {
    usage: `identity-manager health [--url <http or https address>]
                                         ends with 0 when the running service is ready, else with 1`,
    load: async () => (await import('./doors/operations/run-health')).runHealth,
    failure: 'could not ask',
  },
};

/** All ways to call the program. */
export const usage = [
  'identity-manager                         serves, with settings from IDM_* variables',
  ...Object.values(commands).map((command) => command.usage),
  'identity-manager --help, -h, --version   say this, and which version it is',
].join('\n');
