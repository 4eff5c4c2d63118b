/** What a subcommand prints and how it ends. 0 success, 1 something found, 2 bad usage. */
export interface CommandResult {
  readonly exitCode: 0 | 1 | 2;
  readonly stdout: string;
  readonly stderr: string;
}

export const printed = (stdout: string, exitCode: 0 | 1 = 0): CommandResult => ({
  exitCode,
  stdout,
  stderr: '',
});

export const badUsage = (message: string, usage: string): CommandResult => ({
  exitCode: 2,
  stdout: '',
  stderr: `${message}\n${usage}\n`,
});
