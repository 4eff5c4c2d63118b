import { askReadiness, BadUsage, CommandFailed, readAddressFile } from '@smart-city/service';
import { OptionError } from '@smart-city/options';
import { asksForHelp, badUsage, type CommandResult } from './command-result';
import type { Deployment } from './deployment';
import { readBrokerOptions, type BrokerOptions } from '../cli/options';

const USAGE = 'usage: context-broker [parameters of its start] health [--url <http or https address>]';

/** `context-broker health`: asks the running broker whether it is ready. Ends with 1 when it is not, or does not answer. */
export async function healthCommand(
  args: readonly string[],
  { argv, env }: Deployment,
): Promise<CommandResult> {
  if (asksForHelp(args)) return { exitCode: 0, stdout: `${USAGE}\n`, stderr: '' };
  try {
    const stdout = await askReadiness(args, () => addressOf(readBrokerOptions(argv, env).options));
    return { exitCode: 0, stdout, stderr: '' };
  } catch (error) {
    if (error instanceof CommandFailed) return { exitCode: 1, stdout: '', stderr: `${error.message}\n` };
    if (error instanceof OptionError || error instanceof BadUsage) return badUsage(error.message, USAGE);
    throw error;
  }
}

/** Where a broker with these options says it listens, or must be listening. */
function addressOf({ addressFile, https, localIp, ipv6Only, port }: BrokerOptions): string {
  const said = addressFile === undefined ? undefined : readAddressFile(addressFile);
  if (said !== undefined) return said;
  const any = ipv6Only ? '[::1]' : '127.0.0.1';
  const host = localIp === '0.0.0.0' || localIp === '::' ? any : localIp;
  return `${https ? 'https' : 'http'}://${host.includes(':') && !host.startsWith('[') ? `[${host}]` : host}:${port}`;
}
