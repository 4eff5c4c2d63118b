// A throw-away OpenLDAP for the tests: node tools/test-servers/slapd.mjs
//
// Reader `cn=reader,dc=city` with password `reads`; users below `ou=people,dc=city`: `ana` (password `secret ana`), `bob`
// (`secret bob`), `nora` (no address), and `twin` twice, in two departments. TLS: `ca.pem` in its folder signs it.
import { chownSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  commandFound,
  fromCommandLine,
  runAs,
  serverFolder,
  serverUser,
  startServer,
} from './child-server.mjs';
import { freePort } from './free-port.mjs';

const SLAPD = '/usr/sbin/slapd';

/** @throws Error when it cannot be had here */
export function check() {
  serverUser('openldap');
  for (const command of [SLAPD, 'openssl']) commandFound(command);
}

const settings = (folder) => `
include /etc/ldap/schema/core.schema
include /etc/ldap/schema/cosine.schema
include /etc/ldap/schema/inetorgperson.schema
modulepath /usr/lib/ldap
moduleload back_mdb
pidfile ${join(folder, 'pid')}
TLSCACertificateFile ${join(folder, 'ca.pem')}
TLSCertificateFile ${join(folder, 'server.pem')}
TLSCertificateKeyFile ${join(folder, 'server.key')}
database mdb
suffix dc=city
rootdn cn=root,dc=city
rootpw changes
directory ${join(folder, 'data')}
dbnosync
access to attrs=userPassword by anonymous auth by * none
access to * by dn.exact=cn=reader,dc=city read by * none
`;

const person = (dn, uid, password, more = '') => `
dn: ${dn}
objectClass: inetOrgPerson
cn: ${uid}
sn: ${uid}
uid: ${uid}
userPassword: ${password}
${more}`;

const entries = `dn: dc=city
objectClass: dcObject
objectClass: organization
o: city
dc: city

dn: cn=reader,dc=city
objectClass: organizationalRole
objectClass: simpleSecurityObject
cn: reader
userPassword: reads

dn: ou=people,dc=city
objectClass: organizationalUnit
ou: people

dn: ou=parks,ou=people,dc=city
objectClass: organizationalUnit
ou: parks
${person('uid=ana,ou=people,dc=city', 'ana', 'secret ana', 'mail: ana@city.example\n')}
${person('uid=bob,ou=people,dc=city', 'bob', 'secret bob', 'mail: bob@city.example\n')}
${person('uid=nora,ou=people,dc=city', 'nora', 'secret nora')}
${person('uid=twin,ou=people,dc=city', 'twin', 'secret twin', 'mail: twin1@city.example\n')}
${person('uid=twin,ou=parks,ou=people,dc=city', 'twin', 'secret twin', 'mail: twin2@city.example\n')}
`;

/** A certificate authority and a server that it signed for, as PEM files in the folder. */
function makeCertificates(user, folder) {
  const openssl = (...args) => runAs(user, 'openssl', args, folder);
  const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes'];
  const days = ['-days', '2'];
  openssl('req', '-x509', ...key, '-keyout', 'ca.key', '-out', 'ca.pem', '-subj', '/CN=Test CA', ...days);
  openssl('req', '-new', ...key, '-keyout', 'server.key', '-out', 'server.csr', '-subj', '/CN=server');
  writeFileSync(join(folder, 'server.ext'), 'subjectAltName=IP:127.0.0.1', { mode: 0o644 });
  openssl(
    ...['x509', '-req', '-in', 'server.csr', '-CA', 'ca.pem', '-CAkey', 'ca.key', '-CAcreateserial'],
    ...['-out', 'server.pem', ...days, '-extfile', 'server.ext'],
  );
}

/**
 * @param {{port?: number}} [options]  the port of one that was stopped, to have it back
 * @returns {Promise<{port: number, tlsPort: number, folder: string, env: Record<string, string>, stop(): Promise<void>}>}
 */
export async function start({ port: wanted } = {}) {
  const user = serverUser('openldap');
  const folder = serverFolder('slapd-', user);
  const [port, tlsPort] = [wanted ?? (await freePort()), await freePort()];
  makeCertificates(user, folder);
  const data = join(folder, 'data');
  mkdirSync(data);
  if (user.uid !== undefined) chownSync(data, user.uid, user.gid);
  const config = join(folder, 'slapd.conf');
  const ldif = join(folder, 'city.ldif');
  writeFileSync(config, settings(folder), { mode: 0o644 });
  writeFileSync(ldif, entries, { mode: 0o644 });
  runAs(user, SLAPD, ['-T', 'add', '-q', '-f', config, '-l', ldif], folder);
  const urls = `ldap://127.0.0.1:${port}/ ldaps://127.0.0.1:${tlsPort}/`;
  const server = await startServer({
    command: SLAPD,
    // In the foreground, saying nothing.
    args: ['-f', config, '-h', urls, '-d', '0'],
    user,
    folder,
    port,
  });
  return { port, tlsPort, folder, env: { LDAP_TEST_URL: `ldap://127.0.0.1:${port}` }, stop: server.stop };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await fromCommandLine({ check, start });
