import { lookup as resolveName, type LookupAddress } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import { AddressList } from './address-list';

/** A receiver or provider that must not be called. */
export class ReceiverRefused extends Error {
  constructor(host: string) {
    super(`calls to ${host} are not allowed`);
  }
}

/**
 * Whom a service calls on behalf of others (subscriptions, applications): everybody but those denied, of whom some may be
 * allowed all the same. What counts is the address a connection is about to go to, so that no spelling of an address and
 * no name that resolves to one gets around it.
 */
export class ReceiverPolicy {
  private readonly denied: AddressList;
  private readonly allowed: AddressList;

  /**
   * @param deny   names, addresses and networks, as `-receiverDeny` of the broker
   * @param allow  the same form
   * @throws Error with the first entry that is none
   */
  constructor(deny: readonly string[], allow: readonly string[]) {
    this.denied = new AddressList(deny);
    this.allowed = new AddressList(allow);
  }

  /**
   * For hosts that need no look-up; others are judged by {@link lookup}.
   *
   * @param host  as in a URL, IPv6 addresses without brackets
   * @throws ReceiverRefused
   */
  checkHost(host: string): void {
    const isRefused = isIP(host) === 0 ? this.refusesName(host) : !this.mayReach(host);
    if (isRefused) throw new ReceiverRefused(host);
  }

  /** Looks a host up for a connection (`net.connect`), and gives only addresses that may be reached. */
  readonly lookup: LookupFunction = (host, options, done) => {
    resolveName(host, { ...options, all: true }, (fault, found) => {
      if (fault) return done(fault, '');
      const addresses = this.allowed.hasName(host)
        ? found
        : found.filter(({ address }) => this.mayReach(address));
      const [first] = addresses;
      if (first === undefined) done(new ReceiverRefused(host), '');
      else if (options.all) done(null, addresses);
      else done(null, first.address, first.family);
    });
  };

  /**
   * For clients that look hosts up themselves.
   *
   * @returns an address that may be reached
   * @throws ReceiverRefused, or what the look-up says
   */
  async addressOf(host: string): Promise<string> {
    this.checkHost(host);
    if (isIP(host) !== 0) return host;
    return new Promise((resolve, reject) =>
      this.lookup(host, {}, (fault, address: string | LookupAddress[]) =>
        fault ? reject(fault) : resolve(address as string),
      ),
    );
  }

  private refusesName(host: string): boolean {
    return this.denied.hasName(host) && !this.allowed.hasName(host);
  }

  private mayReach(address: string): boolean {
    return !this.denied.hasAddress(address) || this.allowed.hasAddress(address);
  }
}
