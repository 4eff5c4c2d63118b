import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join, matchesGlob } from 'node:path';
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

/** A tool and all that it imports from beside itself. */
function withImports(tool: string): readonly string[] {
  const imported = [...readFileSync(tool, 'utf8').matchAll(/ from '\.\/([^']+)'/g)].map(([, file]) =>
    join('tools', file!),
  );
  return [tool, ...imported.flatMap(withImports)];
}

describe.each(dockerfiles)('docker/%s', (name) => {
  const text = read(name);
  it('passes the linter', () => {
    expect(validate(text).map(({ message, range }) => [range.start.line + 1, message])).toEqual([]);
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
    expect(last('HEALTHCHECK')).toContain('CMD ["node", "/app/main.js", "health"]');
    expect(last('ENTRYPOINT')).toMatch(/^\["node", "\/app\/main\.js"/);
  });
  it('takes all of the tool that builds into the build', () => {
    const copied = text.match(/^COPY (tools\/.*) tools\/$/m)?.[1]?.split(' ');
    expect(copied).toEqual([...new Set(withImports('tools/build-image.mjs'))].sort());
  });
  it('takes nothing into the build that could change without a change of the program', () => {
    const copied = DockerfileParser.parse(text)
      .getInstructions()
      .filter((instruction) => instruction.getKeyword() === 'COPY')
      .map((instruction) => instruction.getArgumentsContent() ?? '');
    expect(copied.filter((words) => /^\.|docs|\.md/.test(words))).toEqual([]);
    // A frontend from a registry, which a builder without network does not have.
    expect(text).not.toMatch(/^# *syntax=/m);
  });
});

/** `docker build` reads it with these rules: a later line wins, `!` takes back. */
describe('.dockerignore', () => {
  const lines = readFileSync('.dockerignore', 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'));
  const entersContext = (path: string) =>
    lines.reduce((enters, line) => {
      const pattern = line.replace(/^!/, '');
      const isMatch = path
        .split('/')
        .some((_, at, names) => pattern === '*' || matchesGlob(names.slice(0, at + 1).join('/'), pattern));
      return isMatch ? line.startsWith('!') : enters;
    }, true);
  it('lets sources enter the context, and nothing that is made, secret or only read by people', () => {
    expect(
      [
        'package-lock.json',
        'libs/context/src/index.ts',
        'apps/identity-manager/src/assets/style.css',
        'tools/build-image.mjs',
      ].filter((path) => !entersContext(path)),
    ).toEqual([]);
    expect(
      [
        '.git/HEAD',
        'node_modules/a/index.js',
        'libs/context/node_modules/a/index.js',
        'apps/context-broker/data/orion.sqlite',
        'apps/identity-manager/.env',
        'apps/identity-manager/src/private.key',
        'docs/operating.md',
        'libs/context/README.md',
        'docker/production.env',
      ].filter(entersContext),
    ).toEqual([]);
  });
});

interface Service {
  readonly healthcheck?: { readonly test: readonly string[] };
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
      for (const { build, environment = {}, healthcheck, ports = [], read_only: isReadOnly } of Object.values(
        services,
      )) {
        if (build)
          expect([dockerfiles, isReadOnly, healthcheck?.test]).toEqual([
            expect.arrayContaining([build.dockerfile.slice('docker/'.length)]),
            true,
            ['CMD', 'node', '/app/main.js', 'health'],
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
