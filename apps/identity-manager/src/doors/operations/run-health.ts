import { probeReadiness, readAddressFile } from '@smart-city/service';
import { readNamedArguments } from '@smart-city/options';
import type { Options } from '../../cli/options';
import { BadUsage, CommandFailed } from './command-error';

/**
 * `identity-manager health`: asks the running service whether it is ready.
 *
 * @throws BadUsage, CommandFailed when it is not ready or does not answer
 */
export async function runHealth(args: readonly string[], options: Options): Promise<void> {
  const named = readNamedArguments(args, { values: ['--url'] });
  if (typeof named === 'string') throw new BadUsage(named);
  const { isReady, text } = await probeReadiness(named.values.get('--url') ?? addressOf(options));
  if (!isReady) throw new CommandFailed(text);
  process.stdout.write(`${text}\n`);
}

/** Where the service says it listens, or must be listening. The http port answers probes also when https is on. */
function addressOf({ addressFile, listenAddress, port }: Options): string {
  const said = addressFile === undefined ? undefined : readAddressFile(addressFile);
  return said ?? probeUrl(listenAddress, port);
}

/** @returns an address that reaches the service from the same machine */
export function probeUrl(listenAddress: string, port: number): string {
  if (listenAddress === '0.0.0.0') return `http://127.0.0.1:${port}`;
  if (listenAddress === '::') return `http://[::1]:${port}`;
  return `http://${listenAddress.includes(':') ? `[${listenAddress}]` : listenAddress}:${port}`;
}
