import { askReadiness, readAddressFile } from '@smart-city/service';
import type { Options } from '../../cli/options';
import type { CommandContext } from '../../service/command-context';

/**
 * `identity-manager health`: asks the running service whether it is ready.
 *
 * @throws OptionError; CommandFailed when it is not ready or does not answer
 */
export const runHealth = (args: readonly string[], { options }: CommandContext): Promise<string> =>
  askReadiness(args, () => addressOf(options));

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
