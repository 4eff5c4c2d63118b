// A throw-away MQTT broker for the tests (user `alice`, password `secret`): node tools/test-servers/mosquitto.mjs
import { writeFileSync } from 'node:fs';
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

/** @throws Error when it cannot be had here */
export function check() {
  serverUser('mosquitto');
  for (const command of ['mosquitto', 'mosquitto_passwd']) commandFound(command);
}

/** A certificate authority, a server and a client that it signed for, as PEM files in the folder, made by openssl. */
function makeCertificates(user, folder) {
  const openssl = (...args) => runAs(user, 'openssl', args, folder);
  const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes'];
  openssl(
    'req',
    '-x509',
    ...key,
    '-keyout',
    'ca.key',
    '-out',
    'ca.pem',
    '-subj',
    '/CN=Test CA',
    '-days',
    '2',
  );
  for (const [name, extension] of [
    ['server', 'subjectAltName=IP:127.0.0.1'],
    ['client', 'extendedKeyUsage=clientAuth'],
  ]) {
    openssl('req', '-new', ...key, '-keyout', `${name}.key`, '-out', `${name}.csr`, '-subj', `/CN=${name}`);
    writeFileSync(join(folder, `${name}.ext`), extension, { mode: 0o644 });
    openssl(
      ...['x509', '-req', '-in', `${name}.csr`, '-CA', 'ca.pem', '-CAkey', 'ca.key', '-CAcreateserial'],
      ...['-out', `${name}.pem`, '-days', '2', '-extfile', `${name}.ext`],
    );
  }
  return ['require_certificate true', 'cafile ca.pem', 'certfile server.pem', 'keyfile server.key']
    .map((line) => line.replace(/(ca|server)\.(pem|key)$/, (file) => join(folder, file)))
    .join('\n');
}

/**
 * @param {{port?: number, tls?: boolean}} [options]  the port of one that was stopped, to have it back; over TLS, for clients
 *   with a certificate: `ca.pem`, `client.pem` and `client.key` in its folder
 * @returns {Promise<{port: number, folder: string, env: Record<string, string>, stop(): Promise<void>}>}
 */
export async function start({ port: wanted, tls = false } = {}) {
  const user = serverUser('mosquitto');
  const folder = serverFolder('mosquitto-', user);
  const port = wanted ?? (await freePort());
  const passwords = join(folder, 'passwords');
  runAs(user, 'mosquitto_passwd', ['-b', '-c', passwords, 'alice', 'secret'], folder);
  const config = join(folder, 'mosquitto.conf');
  const secured = tls ? `${makeCertificates(user, folder)}\n` : '';
  writeFileSync(
    config,
    `listener ${port} 127.0.0.1\n${secured}password_file ${passwords}\nallow_anonymous false\n`,
    { mode: 0o644 },
  );
  const server = await startServer({
    command: 'mosquitto',
    args: ['-c', config],
    user,
    folder,
    port,
    signal: 'SIGKILL',
  });
  return { port, folder, env: { MQTT_TEST_URL: `mqtt://127.0.0.1:${port}` }, stop: server.stop };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await fromCommandLine({ check, start });
