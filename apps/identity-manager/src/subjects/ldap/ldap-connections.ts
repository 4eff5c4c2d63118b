import { isIP } from 'node:net';
import type { Client } from 'ldapts';
import type { DirectorySettings } from '../../cli/directory-settings';

/** How long a server may take to be reached, and for each answer. */
const CONNECT_MS = 3_000;
const ANSWER_MS = 5_000;
/** How long a conversation may take in all. */
const LONGEST_MS = 8_000;

/** Conversations with servers of the directory, over TLS as the settings say. Each has a connection of its own. */
export class LdapConnections {
  constructor(private readonly settings: Pick<DirectorySettings, 'startTls' | 'ca'>) {}

  /**
   * What `talk` gives. The connection is closed at its end.
   *
   * @throws Error when the server cannot be reached, has no certificate that counts, or takes too long
   */
  async with<T>(url: string, talk: (client: Client) => Promise<T>): Promise<T> {
    // Loaded with the first use: most installations have no directory.
    const { Client } = await import('ldapts');
    const { hostname, protocol } = new URL(url);
    const host = hostname.replace(/^\[|\]$/g, '');
    const tls = this.tlsFor(host);
    const isSecure = protocol === 'ldaps:';
    const times = { timeout: ANSWER_MS, connectTimeout: CONNECT_MS };
    // With options for TLS the library speaks it from the first byte, whatever the address says.
    const client = new Client({ url, strictDN: false, ...times, ...(isSecure && { tlsOptions: tls }) });
    const conversation = async () => {
      if (this.settings.startTls && !isSecure) await client.startTLS(tls);
      return talk(client);
    };
    try {
      return await withinTime(conversation());
    } finally {
      // A server that hangs takes no farewell either: nobody waits for it.
      client.unbind().catch(() => undefined);
    }
  }

  private tlsFor(host: string) {
    const { ca } = this.settings;
    return {
      host,
      ...(isIP(host) === 0 && { servername: host }),
      ...(ca !== undefined && { ca }),
      rejectUnauthorized: true,
      minVersion: 'TLSv1.2' as const,
    };
  }
}

async function withinTime<T>(work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('the directory takes too long')), LONGEST_MS);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
