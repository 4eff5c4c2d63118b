import { askReadiness, readAddressFile, type Subcommand } from '@smart-city/service';
import type { Deployment } from './deployment';
import { readBrokerOptions, type BrokerOptions } from '../cli/options';

/** `context-broker health`: asks the running broker whether it is ready; a failure when it is not, or does not answer. */
export const healthCommand: Subcommand<Deployment> = {
  usage: 'usage: context-broker [parameters of its start] health [--url <http or https address>]',
  run: (args, { argv, env }) => askReadiness(args, () => addressOf(readBrokerOptions(argv, env).options)),
};

/** Where a broker with these options says it listens, or must be listening. */
function addressOf({ addressFile, https, localIp, ipv6Only, port }: BrokerOptions): string {
  const said = addressFile === undefined ? undefined : readAddressFile(addressFile);
  if (said !== undefined) return said;
  const any = ipv6Only ? '[::1]' : '127.0.0.1';
  const host = localIp === '0.0.0.0' || localIp === '::' ? any : localIp;
  return `${https ? 'https' : 'http'}://${host.includes(':') && !host.startsWith('[') ? `[${host}]` : host}:${port}`;
}
