import { OptionError } from '@smart-city/options';
import { BadUsage, CommandFailed } from './command-error';

/** What a subcommand prints and how it ends: 0 done, 1 not done or something found, 2 called in a wrong way. */
export interface CommandResult {
  readonly exitCode: 0 | 1 | 2;
  readonly stdout: string;
  readonly stderr: string;
}

/** What may follow the name of a program. */
export interface Subcommand<Context> {
  /** Printed where it is asked for, and above what is wrong with a call. */
  readonly usage: string;
  /**
   * @returns what to print when all is done, or how it ends
   * @throws BadUsage, OptionError for a wrong call; CommandFailed when it cannot do its work
   */
  readonly run: (
    args: readonly string[],
    context: Context,
  ) => CommandResult | string | Promise<CommandResult> | Promise<string>;
}

export const printed = (stdout: string, exitCode: 0 | 1 = 0): CommandResult => ({
  exitCode,
  stdout,
  stderr: '',
});

/** The usage is asked for, whatever else is there; what follows `--` is not for the subcommand. */
export function asksForHelp(args: readonly string[]): boolean {
  const end = args.indexOf('--');
  return args.slice(0, end < 0 ? undefined : end).some((word) => word === '--help' || word === '-h');
}

/**
 * Does what a subcommand is for. What is wrong stands in the last line of standard error, where it is seen.
 *
 * @throws what is neither the caller's nor the operator's fault
 */
export async function runSubcommand<Context>(
  { usage, run }: Subcommand<Context>,
  args: readonly string[],
  context: Context,
): Promise<CommandResult> {
  if (asksForHelp(args)) return printed(`${usage}\n`);
  try {
    const done = await run(args, context);
    return typeof done === 'string' ? printed(done) : done;
  } catch (error) {
    if (error instanceof BadUsage || error instanceof OptionError)
      return { exitCode: 2, stdout: '', stderr: `${usage}\n${error.message}\n` };
    if (error instanceof CommandFailed) return { exitCode: 1, stdout: '', stderr: `${error.message}\n` };
    throw error;
  }
}

/** Prints it; the process ends so when nothing is left to do. */
export function endWith({ exitCode, stdout, stderr }: CommandResult): void {
  process.stdout.write(stdout);
  process.stderr.write(stderr);
  process.exitCode = exitCode;
}
