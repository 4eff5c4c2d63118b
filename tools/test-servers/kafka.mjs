// The Kafka of the tests: one broker in KRaft mode from Maven Central's jars.
//
//   node tools/test-servers/kafka.mjs     stays in the foreground, prints its addresses
//
// Needs a JDK and Maven; the jars are fetched once into tmp/kafka. Two listeners: plain, and SASL PLAIN (user `alice`,
// password `secret`) on the port after it.
import { chownSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { commandFound, fromCommandLine, serverFolder, startServer } from './child-server.mjs';
import { freePort } from './free-port.mjs';
import { mavenJars } from './maven-jars.mjs';

const here = dirname(fileURLToPath(import.meta.url));
const pom = join(here, 'kafka', 'pom.xml');
const jars = join(here, '..', '..', 'tmp', 'kafka');
const CLUSTER = 'MkU3OEVBNTcwNTJENDM2Qk';

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
offsets.topic.num.partitions=1
transaction.state.log.num.partitions=1
share.coordinator.state.topic.num.partitions=1
share.coordinator.state.topic.replication.factor=1
share.coordinator.state.topic.min.isr=1
num.network.threads=1
num.io.threads=2
num.recovery.threads.per.data.dir=1
background.threads=2
log.cleaner.enable=false
auto.create.topics.enable=true
`;

/** What `kafka-storage format` writes, without a second Java machine for it: the cluster and the node that the folder belongs to. */
function format(data, { uid, gid }) {
  const file = join(data, 'meta.properties');
  mkdirSync(data);
  writeFileSync(file, `version=1\ncluster.id=${CLUSTER}\nnode.id=1\n`);
  if (uid !== undefined) for (const path of [data, file]) chownSync(path, uid, gid);
}

/** @throws Error when it cannot be had here */
export const check = () => void needed();

function needed() {
  commandFound('java');
  return mavenJars(pom, jars);
}

/** @returns {Promise<{host: string, port: number, saslPort: number, env: Record<string, string>, stop(): Promise<void>}>} */
export async function start() {
  const user = {};
  const folder = serverFolder('kafka-', user);
  const [port, saslPort, controllerPort] = [await freePort(), await freePort(), await freePort()];
  const config = join(folder, 'server.properties');
  writeFileSync(config, settings(join(folder, 'logs'), port, saslPort, controllerPort));
  const java = [
    '-Xmx384m',
    '-XX:+UseSerialGC',
    // It lives for seconds: the second compiler would work longer than what it makes is used.
    '-XX:TieredStopAtLevel=1',
    // Its classes are those fetched for the tests: verifying thousands of them is a large part of a start.
    '-XX:+UnlockDiagnosticVMOptions',
    '-XX:-BytecodeVerificationRemote',
    '-Dorg.slf4j.simpleLogger.defaultLogLevel=info',
    '-cp',
    needed(),
  ];
  format(join(folder, 'logs'), user);
  const server = await startServer({
    command: 'java',
    args: [...java, 'kafka.Kafka', config],
    user,
    folder,
    port,
    // Its ports answer long before it serves them.
    isReady: (output) => output.includes('Kafka Server started'),
    signal: 'SIGKILL',
  });
  const host = '127.0.0.1';
  return {
    host,
    port,
    saslPort,
    env: { KAFKA_TEST_URL: `kafka://${host}:${port}`, KAFKA_TEST_SASL_URL: `kafka://${host}:${saslPort}` },
    stop: server.stop,
  };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await fromCommandLine({ check, start });
