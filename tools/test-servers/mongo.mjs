// The MongoDB of the tests: mongo-java-server (H2 files) from Maven Central, compiled from one Java source at start.
//
//   node tools/test-servers/mongo.mjs [--port 27018] [--data folder]     stays in the foreground, prints its URI
//
// Why not FerretDB 1.24: its findAndModify reads and writes in two steps (concurrent updates are lost), and it refuses
// arrays inside arrays (every GeoJSON polygon). Needs a JDK and Maven; the jars are fetched once into tmp/.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const here = dirname(fileURLToPath(import.meta.url));
const source = join(here, 'mongo', 'MongoTestServer.java');
const pom = join(here, 'mongo', 'pom.xml');
const folder = join(here, '..', '..', 'tmp', 'mongo-java-server');

/** Copies the jars once; again when the pom changes. Returns the folder that holds them. */
function jars() {
  const stamp = join(folder, 'pom.xml');
  const wanted = readFileSync(pom, 'utf8');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return folder;
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const { status, stdout, error } = spawnSync(
    'mvn',
    ['-q', '-B', '-f', pom, 'dependency:copy-dependencies', `-DoutputDirectory=${folder}`],
    { encoding: 'utf8' },
  );
  if (status !== 0) throw new Error(`Maven could not fetch mongo-java-server: ${error?.message ?? stdout}`);
  writeFileSync(stamp, wanted);
  return folder;
}

/**
 * Starts the server and waits until it answers.
 *
 * @param {{port?: number, data?: string}} options  port 0 (default): a free one; data: kept folder (default: a temporary one)
 * @returns {Promise<{uri: string, pid: number, stop(signal?: string): Promise<void>}>}
 */
export async function startMongo({ port = 0, data, detached = false } = {}) {
  const kept = data ?? mkdtempSync(join(tmpdir(), 'mongo-'));
  mkdirSync(kept, { recursive: true });
  const child = spawn(
    'java',
    ['-Xmx512m', '-XX:+UseSerialGC', '-cp', join(jars(), '*'), source, String(port), kept],
    {
      stdio: ['ignore', 'pipe', detached ? 'ignore' : 'pipe'],
      detached,
    },
  );
  let output = '';
  const uri = await new Promise((resolve, reject) => {
    const read = (chunk) => {
      output += chunk;
      const found = /^mongodb:\S+/m.exec(output);
      if (found) resolve(found[0]);
    };
    child.stdout.on('data', read);
    child.stderr?.on('data', read);
    child.once('error', reject);
    child.once('exit', (code) => reject(new Error(`mongo-java-server ended with ${code}\n${output}`)));
  });
  return {
    uri,
    pid: child.pid,
    release: () => {
      child.stdout.destroy();
      child.unref();
    },
    async stop(signal = 'SIGTERM') {
      if (child.exitCode === null && child.signalCode === null) {
        const ended = new Promise((resolve) => child.once('exit', resolve));
        child.kill(signal);
        await ended;
      }
      if (data === undefined) rmSync(kept, { recursive: true, force: true });
    },
  };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const option = (name) => {
    const at = process.argv.indexOf(name);
    return at < 0 ? undefined : process.argv[at + 1];
  };
  const server = await startMongo({ port: Number(option('--port') ?? 0), data: option('--data') });
  console.log(server.uri);
  for (const signal of ['SIGINT', 'SIGTERM'])
    process.on(signal, () => void server.stop().then(() => process.exit(0)));
}
