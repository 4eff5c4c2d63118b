import { createServer, type AddressInfo, type Server } from 'node:net';
import { join } from 'node:path';
import { describeWithServer, freePort, startTestServer } from '@smart-city/testing';
import { directorySettings, type DirectoryOptions } from '../../cli/directory-settings';
import { DirectoryAway } from '../../faults/faults';
import { Logger } from '../../service/logger';
import { LdapDirectory } from './ldap-directory';

const OPTIONS: DirectoryOptions = {
  EXTERNAL_LDAP_ENABLED: true,
  EXTERNAL_LDAP_ID_PREFIX: 'external_ldap_',
  EXTERNAL_LDAP_URLS: [],
  EXTERNAL_LDAP_DB_HOST: '127.0.0.1',
  EXTERNAL_LDAP_DB_PORT: 389,
  EXTERNAL_LDAP_START_TLS: false,
  EXTERNAL_LDAP_CA_FILE: undefined,
  EXTERNAL_LDAP_DB_READER_DN: 'cn=reader,dc=city',
  EXTERNAL_LDAP_DB_READER_PASSWORD: 'reads',
  EXTERNAL_LDAP_DB_SUFFIX: 'dc=city',
  EXTERNAL_LDAP_DB_ID_ATTRIBUTE: 'uid',
  EXTERNAL_LDAP_DB_USERNAME_ATTRIBUTE: 'uid',
  EXTERNAL_LDAP_DB_EMAIL_ATTRIBUTE: 'mail',
  EXTERNAL_LDAP_FILTER: undefined,
};

function open(changes: Partial<DirectoryOptions>): LdapDirectory {
  const settings = directorySettings({ ...OPTIONS, ...changes }, false);
  if (!settings) throw new Error('the directory is off');
  return new LdapDirectory(settings, new Logger('NONE'));
}

const ANA = { userId: 'external_ldap_ana', username: 'ana', email: 'ana@city.example', isLocked: false };

describeWithServer('slapd', 'a directory', () => {
  let slapd: Awaited<ReturnType<typeof startTestServer<'slapd'>>>;
  beforeAll(async () => {
    slapd = await startTestServer('slapd');
  });
  afterAll(() => slapd?.stop());

  const plain = () => ({ EXTERNAL_LDAP_URLS: [`ldap://127.0.0.1:${slapd.port}`] });
  const secure = () => ({ EXTERNAL_LDAP_URLS: [`ldaps://127.0.0.1:${slapd.tlsPort}`] });
  const trusting = () => ({ EXTERNAL_LDAP_CA_FILE: join(slapd.folder, 'ca.pem') });

  it.each([
    ['without TLS', () => plain()],
    ['over TLS', () => ({ ...secure(), ...trusting() })],
    ['with StartTLS', () => ({ ...plain(), ...trusting(), EXTERNAL_LDAP_START_TLS: true })],
  ])('finds a user and proves the password %s', async (_, settings) => {
    const directory = open(settings());
    const entry = await directory.find('ana');
    expect(entry).toMatchObject(ANA);
    expect(entry && (await directory.verify(entry, 'secret ana'))).toBe(true);
    expect(entry && (await directory.verify(entry, 'secret bob'))).toBe(false);
    expect(entry && (await directory.verify(entry, ''))).toBe(false);
  });

  it.each([
    ['a certificate that nobody knows', () => secure()],
    ['a certificate that nobody knows, with StartTLS', () => ({ ...plain(), EXTERNAL_LDAP_START_TLS: true })],
    ['a wrong reader', () => ({ ...plain(), EXTERNAL_LDAP_DB_READER_PASSWORD: 'wrong' })],
    ['a filter that is none', () => ({ ...plain(), EXTERNAL_LDAP_FILTER: '(uid={login}' })],
  ])('is away with %s', async (_, settings) => {
    await expect(open(settings()).find('ana')).rejects.toThrow(DirectoryAway);
  });

  it('asks the next server when one cannot be reached', async () => {
    const urls = [`ldap://127.0.0.1:${await freePort()}`, `ldap://127.0.0.1:${slapd.port}`];
    const entry = await open({ EXTERNAL_LDAP_URLS: urls }).find('ana');
    expect(entry).toMatchObject({ ...ANA, url: urls[1] });
  });

  it('finds nobody by a login of two entries, of an entry without address, or that is a filter', async () => {
    const directory = open(plain());
    for (const login of ['twin', 'nora', '', '*', 'a*', 'ana)(uid=*', 'an\\61', 'a'.repeat(300)])
      expect([login, await directory.find(login)]).toEqual([login, undefined]);
  });

  it('finds who is here already by the id, not by an address that another has', async () => {
    const directory = open(plain());
    const find = (id: string, email: string) => directory.findUser({ id: `external_ldap_${id}`, email });
    expect(await find('ana', 'old@city.example')).toMatchObject(ANA);
    expect(await find('gone', 'ana@city.example')).toBeUndefined();
    expect(await find('*', '*')).toBeUndefined();
  });
});

describe('a server of the directory', () => {
  let server: Server;
  afterEach(() => server.close());
  const listen = async (onData: 'hangs' | 'talks nonsense') => {
    server = createServer((socket) => {
      socket.on('error', () => undefined);
      if (onData === 'talks nonsense')
        socket.once('data', () => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return `ldap://127.0.0.1:${(server.address() as AddressInfo).port}`;
  };

  it.each(['hangs', 'talks nonsense'] as const)(
    'that %s is away',
    async (what) => {
      const directory = open({ EXTERNAL_LDAP_URLS: [await listen(what)] });
      await expect(directory.find('ana')).rejects.toThrow(DirectoryAway);
    },
    20_000,
  );
});
