// Starts every server the tests can use, sets their addresses in the environment, runs the given command, stops them all.
//
//   node tools/test-servers/with-all.mjs npm test         (TEST_SERVERS=mongo,postgres starts only those)
//
// mosquitto, slapd and Kafka are started by the tests that use them. Each starter is a module beside this one that exports `start(): Promise<{env, stop}>`.
import { spawn } from 'node:child_process';

const starters = (process.env.TEST_SERVERS ?? 'mongo,postgres,mariadb').split(',');
const running = [];
const env = { ...process.env };

async function stopAll() {
  await Promise.allSettled(running.map((server) => server.stop()));
}

const results = await Promise.allSettled(
  starters.map(async (name) => {
    const { start } = await import(`./${name}.mjs`);
    const server = await start();
    running.push(server);
    Object.assign(env, server.env);
    for (const [variable, value] of Object.entries(server.env)) console.log(`${name}: ${variable}=${value}`);
  }),
);
const failures = results.flatMap((result, at) =>
  result.status === 'rejected' ? [`${starters[at]}: ${result.reason?.message ?? result.reason}`] : [],
);
if (failures.length > 0) {
  console.error(`A test server did not start:\n${failures.join('\n')}`);
  await stopAll();
  process.exit(1);
}

const [command, ...args] = process.argv.slice(2);
const child = spawn(command, args, { stdio: 'inherit', env });
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal));
child.on('exit', (code, signal) => void stopAll().then(() => process.exit(code ?? (signal ? 1 : 0))));
