// Jars of the test servers, from Maven Central.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Maven lives for seconds: the second compiler and threads that collect cost more than half of it. */
const SHORT_LIFE = '-XX:TieredStopAtLevel=1 -XX:+UseSerialGC';

/** Copies what a pom names into a folder once, and again when the pom changes. @returns {string} its class path */
export function mavenJars(pom, folder) {
  const stamp = join(folder, 'pom.xml');
  const wanted = readFileSync(pom, 'utf8');
  if (!existsSync(stamp) || readFileSync(stamp, 'utf8') !== wanted) {
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder, { recursive: true });
    const args = ['-q', '-B', '-f', pom, 'dependency:copy-dependencies', `-DoutputDirectory=${folder}`];
    const { status, stdout, error } = spawnSync('mvn', args, {
      encoding: 'utf8',
      env: { MAVEN_OPTS: SHORT_LIFE, ...process.env },
    });
    if (status !== 0)
      throw new Error(`Maven could not fetch the jars of ${pom}: ${error?.message ?? stdout}`);
    writeFileSync(stamp, wanted);
  }
  return join(folder, '*');
}
