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

/**
 * @param {{port?: number}} [options]  the port of one that was stopped, to have it back
 * @returns {Promise<{port: number, env: Record<string, string>, stop(): Promise<void>}>}
 */
export async function start({ port: wanted } = {}) {
  const user = serverUser('mosquitto');
  const folder = serverFolder('mosquitto-', user);
  const port = wanted ?? (await freePort());
  const passwords = join(folder, 'passwords');
  runAs(user, 'mosquitto_passwd', ['-b', '-c', passwords, 'alice', 'secret'], folder);
  const config = join(folder, 'mosquitto.conf');
  writeFileSync(config, `listener ${port} 127.0.0.1\npassword_file ${passwords}\nallow_anonymous false\n`, {
    mode: 0o644,
  });
  const server = await startServer({
    command: 'mosquitto',
    args: ['-c', config],
    user,
    folder,
    port,
    signal: 'SIGKILL',
  });
  return { port, env: { MQTT_TEST_URL: `mqtt://127.0.0.1:${port}` }, stop: server.stop };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await fromCommandLine({ check, start });
