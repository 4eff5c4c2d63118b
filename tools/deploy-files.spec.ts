import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseAllDocuments } from 'yaml';

const settings = readFileSync('docs/configuration.md', 'utf8');
const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
const isHere = (command: string, ...args: readonly string[]) => spawnSync(command, args).status === 0;

interface Container {
  readonly name: string;
  readonly image: string;
  readonly env: readonly { readonly name: string }[];
  readonly securityContext: unknown;
}

interface Manifest {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: { readonly name: string; readonly namespace?: string };
  readonly spec?: {
    readonly template?: {
      readonly spec: { readonly containers: readonly Container[]; readonly securityContext: unknown };
    };
  };
}

interface Policy {
  readonly metadata: { readonly name: string };
  readonly spec: { readonly ingress: readonly { readonly from?: readonly object[] }[] };
}

it('who believes X-Forwarded-* headers is reached by the ingress and the brokers only', () => {
  const text = readFileSync('deploy/kubernetes/base/network-policy.yaml', 'utf8');
  const policies = parseAllDocuments(text).map((document) => document.toJS() as Policy);
  const policy = policies.find(({ metadata }) => metadata.name === 'identity-manager');
  expect(policy?.spec.ingress.map(({ from }) => from)).toEqual([
    [
      { namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': 'ingress-nginx' } } },
      { podSelector: { matchLabels: { 'app.kubernetes.io/name': 'context-broker' } } },
    ],
  ]);
});

const hasKubectl = isHere('kubectl', 'version', '--client');
(hasKubectl ? describe : describe.skip)(
  `deploy/kubernetes, rendered${hasKubectl ? '' : ' (skipped: kubectl is not installed)'}`,
  () => {
    let manifests: readonly Manifest[];
    beforeAll(() => {
      const { status, stdout, stderr } = spawnSync('kubectl', ['kustomize', 'deploy/kubernetes/example'], {
        encoding: 'utf8',
      });
      if (status !== 0) throw new Error(stderr);
      manifests = parseAllDocuments(stdout).map((document) => document.toJS() as Manifest);
    });
    const workloads = () => manifests.flatMap(({ spec }) => (spec?.template ? [spec.template.spec] : []));

    it('is valid by the types of the API, which know no other fields', () => {
      mkdirSync('tmp', { recursive: true });
      // Inside the repository, where the package with the types is found.
      const folder = mkdtempSync(join('tmp', 'manifests-'));
      try {
        const lines = manifests.map((manifest, at) => {
          const module = `kubernetes-models/${manifest.apiVersion}/${manifest.kind}`;
          return `import type { I${manifest.kind} as T${at} } from '${module}';\nexport const m${at}: T${at} = ${JSON.stringify(manifest, null, 1)};\n`;
        });
        writeFileSync(join(folder, 'manifests.ts'), lines.join('\n'));
        const options = ['--noEmit', '--strict', '--skipLibCheck', '--module', 'nodenext', '--ignoreConfig'];
        // Without the types of browsers, which take longer to read than the manifests.
        options.push('--lib', 'es2022');
        const { stdout } = spawnSync(
          process.execPath,
          ['node_modules/typescript/bin/tsc', ...options, join(folder, 'manifests.ts')],
          { encoding: 'utf8' },
        );
        expect(stdout).toBe('');
      } finally {
        rmSync(folder, { recursive: true, force: true });
      }
    });
    it('is valid by the schemas of the API', async () => {
      for (const manifest of manifests) {
        const module = (await import(`kubernetes-models/${manifest.apiVersion}/${manifest.kind}`)) as Record<
          string,
          new (data: unknown) => { validate(): void }
        >;
        expect(() => new module[manifest.kind]!(manifest).validate()).not.toThrow();
      }
      expect(manifests.map(({ kind }) => kind)).toEqual(
        expect.arrayContaining([
          'StatefulSet',
          'Deployment',
          'Service',
          'Secret',
          'NetworkPolicy',
          'PodDisruptionBudget',
        ]),
      );
    });
    it('runs our images of this version, with settings that exist, in one namespace', () => {
      const containers = workloads().flatMap((spec) => spec.containers);
      expect(containers.map(({ image }) => image.replace(/^.*\//, ''))).toEqual([
        `identity-manager:${version}`,
        `context-broker:${version}`,
      ]);
      const names = containers.flatMap(({ env }) => env.map(({ name }) => name));
      expect(names.filter((name) => !settings.includes(`\`${name}\``))).toEqual([]);
      const namespaces = manifests
        .filter(({ kind }) => kind !== 'Namespace')
        .map(({ metadata }) => metadata.namespace);
      expect(new Set(namespaces)).toEqual(new Set(['smart-city']));
    });
    it('meets the restricted pod security standard', () => {
      for (const { containers, securityContext } of workloads()) {
        expect(securityContext).toMatchObject({
          runAsNonRoot: true,
          seccompProfile: { type: 'RuntimeDefault' },
        });
        for (const container of containers)
          expect(container.securityContext).toEqual({
            allowPrivilegeEscalation: false,
            readOnlyRootFilesystem: true,
            capabilities: { drop: ['ALL'] },
          });
      }
    });
  },
);

const hasSystemd = isHere('systemd-analyze', '--version');
(hasSystemd ? describe : describe.skip)(
  `deploy/systemd${hasSystemd ? '' : ' (skipped: systemd-analyze is not installed)'}`,
  () => {
    it.each(readdirSync('deploy/systemd'))(
      '%s passes systemd-analyze, and sets what the service reads',
      (name) => {
        const text = readFileSync(join('deploy/systemd', name), 'utf8');
        mkdirSync('tmp', { recursive: true });
        const folder = mkdtempSync(join('tmp', 'units-'));
        try {
          // Only the path of Node differs from machine to machine.
          writeFileSync(join(folder, name), text.replaceAll('/usr/bin/node', process.execPath));
          const { stderr } = spawnSync('systemd-analyze', ['verify', '--man=no', join(folder, name)], {
            encoding: 'utf8',
          });
          expect(stderr.split('\n').filter((line) => line.includes(name))).toEqual([]);
        } finally {
          rmSync(folder, { recursive: true, force: true });
        }
        const names = [...text.matchAll(/\b((?:ORION|IDM)_\w+)=/g)].map(([, variable]) => variable!);
        expect(names.length).toBeGreaterThan(0);
        expect(names.filter((variable) => !settings.includes(`\`${variable}\``))).toEqual([]);
      },
    );
  },
);
