import { BlockList, isIP, isIPv6 } from 'node:net';

/** Networks by name. IPv4 addresses written as IPv6 (`::ffff:…`) count as what they are. */
const NETWORKS: Readonly<Record<string, readonly string[]>> = {
  // Nobody's address reaches the machine itself, too.
  loopback: ['127.0.0.0/8', '0.0.0.0/8', '::1/128', '::/128'],
  // Where clouds tell machines their secrets.
  linkLocal: ['169.254.0.0/16', 'fe80::/10', 'fd00:ec2::254/128', '100.100.100.200/32'],
  private: ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', '100.64.0.0/10', 'fc00::/7', '64:ff9b::/96'],
  all: ['0.0.0.0/0', '::/0'],
};

const HOST_NAME = /^(?:\*\.)?[a-z0-9_](?:[a-z0-9_.-]*[a-z0-9_])?$/;

/** Host names and networks, as somebody lists them for an option. */
export class AddressList {
  private readonly addresses = new BlockList();
  private readonly names = new Set<string>();
  private readonly domains: string[] = [];

  /**
   * @param entries  a network's name (`loopback`, `linkLocal`, `private`, `all`), `10.1.0.0/16`, an address, `host.name`,
   *   `*.domain`
   * @throws Error with the first entry that is none of these
   */
  constructor(entries: readonly string[]) {
    for (const entry of entries) this.add(entry);
  }

  hasAddress(address: string): boolean {
    return this.addresses.check(address, isIPv6(address) ? 'ipv6' : 'ipv4');
  }

  /** Letter case and a final dot do not count. */
  hasName(host: string): boolean {
    const name = host.toLowerCase().replace(/\.$/, '');
    return this.names.has(name) || this.domains.some((domain) => name.endsWith(domain));
  }

  private add(entry: string): void {
    const network = Object.hasOwn(NETWORKS, entry) ? NETWORKS[entry] : undefined;
    if (network !== undefined) return network.forEach((subnet) => this.add(subnet));
    const [address = '', bits, ...rest] = entry.split('/');
    const family = isIP(address);
    if (family !== 0 && rest.length === 0) {
      const most = family === 4 ? 32 : 128;
      if (bits !== undefined && !(/^\d{1,3}$/.test(bits) && Number(bits) <= most)) throw notOne(entry);
      this.addresses.addSubnet(address, Number(bits ?? most), family === 4 ? 'ipv4' : 'ipv6');
      return;
    }
    const name = entry.toLowerCase();
    if (!HOST_NAME.test(name)) throw notOne(entry);
    if (name.startsWith('*.')) this.domains.push(name.slice(1));
    else this.names.add(name);
  }
}

const notOne = (entry: string) =>
  new Error(`'${entry}' is no host, address or network, nor loopback, linkLocal, private or all`);
