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

/** The fault last, where it is seen. */
export const badUsage = (message: string, usage: string): CommandResult => ({
  exitCode: 2,
  stdout: '',
  stderr: `${usage}\n${message}\n`,
});

/** The usage of a subcommand is asked for, whatever else is there; what follows `--` is not for it. */
export function asksForHelp(args: readonly string[]): boolean {
  const end = args.indexOf('--');
  return args.slice(0, end < 0 ? undefined : end).some((word) => word === '--help' || word === '-h');
}
