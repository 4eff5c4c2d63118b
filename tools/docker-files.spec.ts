import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DockerfileParser } from 'dockerfile-ast';
import { validate } from 'dockerfile-utils';
import { parse } from 'yaml';

const read = (name: string) => readFileSync(join('docker', name), 'utf8');
const dockerfiles = readdirSync('docker').filter((name) => name.endsWith('.Dockerfile'));
const composeFiles = readdirSync('docker').filter((name) => /^compose\..*ya?ml$/.test(name));
const settings = readFileSync('docs/configuration.md', 'utf8');

/** Every variable must be one that the service reads: a misspelt one would silently have no effect. */
const unknown = (names: readonly string[]) =>
  names.filter((name) => /^(?:ORION|IDM)_/.test(name) && !settings.includes(`\`${name}\``));

describe.each(dockerfiles)('docker/%s', (name) => {
  const text = read(name);
  it('passes the linter', () => {
    expect(validate(text).map(({ message, range }) => `${range.start.line + 1}: ${message}`)).toEqual([]);
  });
  it('sets only variables that the service reads', () => {
    const names = DockerfileParser.parse(text)
      .getENVs()
      .flatMap((env) => env.getProperties().map((property) => property.getName()));
    expect(unknown(names)).toEqual([]);
  });
  it('ends as a user that is not root, with a health check, and gets signals itself', () => {
    const instructions = DockerfileParser.parse(text).getInstructions();
    const last = (keyword: string) =>
      instructions
        .filter((instruction) => instruction.getKeyword() === keyword)
        .at(-1)
        ?.getArgumentsContent();
    expect(last('USER')).toBe('1000:1000');
    expect(last('HEALTHCHECK')).toContain('/health/ready');
    expect(last('ENTRYPOINT')).toMatch(/^\["node", /);
  });
});

interface Service {
  readonly build?: { readonly dockerfile: string };
  readonly entrypoint?: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
  readonly ports?: readonly string[];
  readonly read_only?: boolean;
}

describe('compose files', () => {
  it('pass the linter, which knows the schema of the Compose specification', () => {
    const { status, stdout } = spawnSync(
      process.execPath,
      ['node_modules/dclint/bin/dclint.cjs', '-c', 'docker/.dclintrc.json', '--max-warnings', '0', 'docker'],
      { encoding: 'utf8' },
    );
    expect({ status, stdout: stdout.trim() }).toEqual({ status: 0, stdout: '' });
  });
  it.each(composeFiles)(
    '%s uses images and variables that exist, and publishes nothing by accident',
    (name) => {
      const { services } = parse(read(name), { merge: true }) as { services: Record<string, Service> };
      for (const { build, environment = {}, ports = [], read_only: isReadOnly } of Object.values(services)) {
        if (build)
          expect([dockerfiles, isReadOnly]).toEqual([
            expect.arrayContaining([build.dockerfile.slice('docker/'.length)]),
            true,
          ]);
        expect(unknown(Object.keys(environment))).toEqual([]);
        for (const port of ports) expect(port).toMatch(/^(?:\$\{BIND_ADDRESS:-127\.0\.0\.1\}|127\.0\.0\.1):/);
      }
    },
  );
});

describe('scripts in compose files', () => {
  const scripts = composeFiles.flatMap((name) => {
    const { services } = parse(read(name), { merge: true }) as { services: Record<string, Service> };
    return Object.entries(services).flatMap(([service, { entrypoint = [] }]) =>
      entrypoint[0] === 'bash'
        ? [[`${name}: ${service}`, entrypoint[2]!.replaceAll('$$', '$')] as const]
        : [],
    );
  });
  it.each(scripts)('%s can be read by bash', (_, script) => {
    const { status, stderr } = spawnSync('bash', ['-n', '-c', script], { encoding: 'utf8' });
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  });
  it('are there', () => expect(scripts).toHaveLength(4));
});

const haproxy = spawnSync('haproxy', ['-v']).status === 0;
(haproxy ? describe : describe.skip)(
  `docker/haproxy.cfg${haproxy ? '' : ' (skipped: haproxy is not installed)'}`,
  () => {
    it('is valid', () => {
      const { stdout, stderr } = spawnSync('haproxy', ['-c', '-f', 'docker/haproxy.cfg'], {
        encoding: 'utf8',
      });
      // Their names exist inside the containers' network only.
      const faults = stderr
        .split('\n')
        .filter((line) => /\[(?:ALERT|WARNING)\]/.test(line) && !line.includes('could not resolve'));
      expect({ stdout: stdout.split('\n').at(-2), faults }).toEqual({
        stdout: 'Configuration file is valid',
        faults: [],
      });
    });
  },
);
