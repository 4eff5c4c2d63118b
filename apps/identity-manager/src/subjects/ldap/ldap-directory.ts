import type { Client, Entry, Filter } from 'ldapts';
import type { DirectorySettings } from '../../cli/directory-settings';
import { DirectoryAway } from '../../faults/faults';
import { errorFields, type Logger } from '../../service/logger';
import { BINARY_ATTRIBUTES, LOCK_ATTRIBUTES, readEntry, type DirectoryEntry } from './directory-entry';
import { LdapConnections } from './ldap-connections';
import { filterFor } from './search-filter';

const RETRY_SECONDS = 30;
const LONGEST_LOGIN = 255;
/** One is a user, two are a fault of the filter, more say nothing else. */
const MOST_ENTRIES = 2;
/** The id of one user may be part of what others have, so that several entries are looked at. */
const MOST_OF_ONE_USER = 10;
const SEARCH_SECONDS = 5;

/** Result codes of RFC 4511 that say nothing of a password: busy, unavailable, operations error, time limit. */
const OF_THE_SERVER: ReadonlySet<number> = new Set([1, 3, 51, 52]);

const codeOf = (error: unknown): number | undefined =>
  error instanceof Error && 'code' in error && typeof error.code === 'number' ? error.code : undefined;

interface Found {
  /** The server that answered. */
  readonly url: string;
  readonly entries: readonly Entry[];
}

/** Whom a directory knows: found by a reader, proven by a bind with their own password. */
export class LdapDirectory {
  private readonly connections: LdapConnections;

  constructor(
    private readonly settings: DirectorySettings,
    private readonly log: Logger,
  ) {
    this.connections = new LdapConnections(settings);
  }

  /**
   * The one entry that the filter finds for what was typed; undefined when it finds none, or several.
   *
   * @throws DirectoryAway when no server answers
   */
  async find(login: string): Promise<DirectoryEntry | undefined> {
    if (login === '' || login.length > LONGEST_LOGIN || login.includes('\0')) return undefined;
    const { url, entries } = await this.search(filterFor(this.settings.filter, login), MOST_ENTRIES);
    if (entries.length > 1) this.log.warn('several entries of the directory have one login', { login });
    const [entry] = entries;
    return entry && entries.length === 1 ? this.read(url, entry) : undefined;
  }

  /**
   * The entry of a user who is here already, whatever they are called now; undefined when it is gone.
   *
   * @throws DirectoryAway when no server answers
   */
  async findUser(user: { readonly id: string; readonly email: string }): Promise<DirectoryEntry | undefined> {
    const { EqualityFilter, OrFilter } = await import('ldapts');
    const { attributes, idPrefix } = this.settings;
    const id = user.id.slice(idPrefix.length);
    const bytes = /^(?:[0-9a-f]{2})+$/.test(id) ? [Buffer.from(id, 'hex')] : [];
    const filters = [
      ...[id, ...bytes].map((value) => new EqualityFilter({ attribute: attributes.id, value })),
      new EqualityFilter({ attribute: attributes.email, value: user.email }),
    ];
    const { url, entries } = await this.search(new OrFilter({ filters }), MOST_OF_ONE_USER);
    return entries.map((entry) => this.read(url, entry)).find((entry) => entry?.userId === user.id);
  }

  /**
   * Whether this is the password of the entry. It is tried once, at the server that found the entry: another try would count
   * against the user there.
   *
   * @throws DirectoryAway when that server does not judge it
   */
  async verify({ url, dn }: DirectoryEntry, password: string): Promise<boolean> {
    // RFC 4513, section 5.1.2: a bind without a password succeeds, and proves nothing.
    if (password === '' || dn === '') return false;
    try {
      await this.connections.with(url, (client) => client.bind(dn, password));
      return true;
    } catch (error) {
      const code = codeOf(error);
      if (code !== undefined && !OF_THE_SERVER.has(code)) return false;
      throw this.away(url, error);
    }
  }

  private async search(filter: string | Filter, sizeLimit: number): Promise<Found> {
    let fault: DirectoryAway | undefined;
    for (const url of this.settings.urls) {
      try {
        const talk = (client: Client) => this.ask(client, filter, sizeLimit);
        return { url, entries: await this.connections.with(url, talk) };
      } catch (error) {
        fault = this.away(url, error);
      }
    }
    throw fault ?? new DirectoryAway(RETRY_SECONDS);
  }

  private async ask(client: Client, filter: string | Filter, sizeLimit: number): Promise<readonly Entry[]> {
    const { reader, base, attributes } = this.settings;
    if (reader) await client.bind(reader.dn, reader.password);
    const { searchEntries } = await client.search(base, {
      scope: 'sub',
      filter,
      sizeLimit,
      timeLimit: SEARCH_SECONDS,
      attributes: [attributes.id, attributes.username, attributes.email, ...LOCK_ATTRIBUTES],
      explicitBufferAttributes: [attributes.id, attributes.id.toLowerCase(), ...BINARY_ATTRIBUTES],
    });
    return searchEntries;
  }

  private read(url: string, entry: Entry): DirectoryEntry | undefined {
    const read = readEntry(url, entry, this.settings);
    if (!read) this.log.warn('an entry of the directory has no id or address', { dn: entry.dn });
    return read;
  }

  private away(url: string, error: unknown): DirectoryAway {
    this.log.error('the directory cannot be asked', { url, ...errorFields(error) });
    return new DirectoryAway(RETRY_SECONDS);
  }
}
