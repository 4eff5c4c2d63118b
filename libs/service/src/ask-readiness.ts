import { readNamedArguments } from '@smart-city/options';
import { CommandFailed } from './command-error';
import { probeReadiness } from './probe-readiness';

/**
 * The subcommand `health [--url <address>]`: asks the running service whether it is ready.
 *
 * @param addressOf  where the service says it listens, or must be listening; asked without `--url`
 * @returns the line to print
 * @throws OptionError; CommandFailed when it is not ready or does not answer
 */
export async function askReadiness(args: readonly string[], addressOf: () => string): Promise<string> {
  const { values } = readNamedArguments(args, { values: ['--url'] });
  const { isReady, text } = await probeReadiness(values.get('--url') ?? addressOf());
  if (!isReady) throw new CommandFailed(text);
  return `${text}\n`;
}
