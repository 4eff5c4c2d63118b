// A throw-away MongoDB-wire server for the tests: node tools/test-servers/mongo.mjs
//
// It is mongo-java-server from Maven Central, started from one Java source file; needs a JDK and Maven, and fetches its
// jars once into tmp/. Why not FerretDB 1.24: its findAndModify reads and writes in two steps, so that concurrent updates
// are lost, and it refuses arrays inside arrays, which every GeoJSON polygon has.
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { serverFolder, startServer, stayUntilStopped } from './child-server.mjs';
import { freePort } from './free-port.mjs';
import { mavenJars } from './maven-jars.mjs';

const here = dirname(fileURLToPath(import.meta.url));
const source = join(here, 'mongo', 'MongoTestServer.java');
const pom = join(here, 'mongo', 'pom.xml');
const jars = join(here, '..', '..', 'tmp', 'mongo-java-server');

/** @returns {Promise<{env: Record<string, string>, stop(): Promise<void>}>} */
export async function start() {
  const user = {};
  const folder = serverFolder('mongo-', user);
  const port = await freePort();
  const args = ['-Xmx512m', '-XX:+UseSerialGC', '-cp', mavenJars(pom, jars), source, String(port), folder];
  const server = await startServer({ command: 'java', args, user, folder, port });
  return { env: { MONGODB_URI: `mongodb://127.0.0.1:${port}` }, stop: server.stop };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await stayUntilStopped(start);
