// The Kafka of the tests: one broker in KRaft mode from Maven Central's jars.
//
//   node tools/test-servers/kafka.mjs [--port 9092]     stays in the foreground, prints its address
//
// Needs a JDK and Maven; the jars are fetched once into tmp/kafka. Two listeners: plain, and SASL PLAIN (user `alice`,
// password `secret`) on the port after it.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const here = dirname(fileURLToPath(import.meta.url));
const pom = join(here, 'kafka', 'pom.xml');
const folder = join(here, '..', '..', 'tmp', 'kafka');
const CLUSTER = 'MkU3OEVBNTcwNTJENDM2Qk';

/** Copies the jars once; again when the pom changes. */
function jars() {
  const stamp = join(folder, 'pom.xml');
  const wanted = readFileSync(pom, 'utf8');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return folder;
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const { status, stdout, error } = spawnSync('mvn', ['-q', '-B', '-f', pom, 'dependency:copy-dependencies', `-DoutputDirectory=${folder}`], { encoding: 'utf8' });
  if (status !== 0) throw new Error(`Maven could not fetch Kafka: ${error?.message ?? stdout}`);
  writeFileSync(stamp, wanted);
  return folder;
}

const freePort = () =>
  new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });

const settings = (data, port, saslPort, controllerPort) => `
process.roles=broker,controller
node.id=1
controller.quorum.voters=1@127.0.0.1:${controllerPort}
controller.listener.names=CONTROLLER
listeners=PLAIN://127.0.0.1:${port},SASL://127.0.0.1:${saslPort},CONTROLLER://127.0.0.1:${controllerPort}
advertised.listeners=PLAIN://127.0.0.1:${port},SASL://127.0.0.1:${saslPort}
listener.security.protocol.map=PLAIN:PLAINTEXT,SASL:SASL_PLAINTEXT,CONTROLLER:PLAINTEXT
inter.broker.listener.name=PLAIN
sasl.enabled.mechanisms=PLAIN
listener.name.sasl.plain.sasl.jaas.config=org.apache.kafka.common.security.plain.PlainLoginModule required username="alice" password="secret" user_alice="secret";
log.dirs=${data}
offsets.topic.replication.factor=1
transaction.state.log.replication.factor=1
transaction.state.log.min.isr=1
group.initial.rebalance.delay.ms=0
num.partitions=1
auto.create.topics.enable=true
`;

/**
 * Starts the broker and waits until it answers.
 *
 * @param {{port?: number}} options  port 0 (default): free ones
 * @returns {Promise<{host: string, port: number, saslPort: number, stop(): Promise<void>}>}
 */
export async function startKafka({ port = 0 } = {}) {
  const data = mkdtempSync(join(tmpdir(), 'kafka-'));
  const plainPort = port || (await freePort());
  const saslPort = await freePort();
  const config = join(data, 'server.properties');
  const logs = join(data, 'logs');
  writeFileSync(config, settings(logs, plainPort, saslPort, await freePort()));
  const java = ['-Xmx384m', '-XX:+UseSerialGC', '-Dorg.slf4j.simpleLogger.defaultLogLevel=info', '-cp', join(jars(), '*')];
  const formatted = spawnSync('java', [...java, 'kafka.tools.StorageTool', 'format', '-t', CLUSTER, '-c', config], { encoding: 'utf8' });
  if (formatted.status !== 0) throw new Error(`Kafka's storage could not be made: ${formatted.stderr}`);
  const child = spawn('java', [...java, 'kafka.Kafka', config], { stdio: ['ignore', 'ignore', 'pipe'] });
  let output = '';
  await new Promise((resolve, reject) => {
    child.stderr.on('data', (chunk) => {
      output += chunk;
      if (/Kafka Server started/.test(output)) resolve();
      if (output.length > 1_000_000) output = output.slice(-10_000);
    });
    child.once('error', reject);
    child.once('exit', (code) => reject(new Error(`Kafka ended with ${code}\n${output.slice(-5_000)}`)));
  });
  return {
    host: '127.0.0.1',
    port: plainPort,
    saslPort,
    async stop() {
      if (child.exitCode === null && child.signalCode === null) {
        const ended = new Promise((resolve) => child.once('exit', resolve));
        child.kill('SIGKILL');
        await ended;
      }
      rmSync(data, { recursive: true, force: true });
    },
  };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const at = process.argv.indexOf('--port');
  const { host, port, saslPort } = await startKafka({ port: at < 0 ? 0 : Number(process.argv[at + 1]) });
  process.stdout.write(`kafka://${host}:${port} sasl ${host}:${saslPort}\n`);
}
