import { readdirSync, readFileSync } from 'node:fs';
import js from '@eslint/js';
import nx from '@nx/eslint-plugin';
import importX from 'eslint-plugin-import-x';
import prettier from 'eslint-config-prettier';
import tseslint from 'typescript-eslint';

/** Who may import whom, by the tags in each project.json. Tests may also use `libs/testing` and `libs/ngsi-testing`. */
const boundaries = (extra = []) => [
  'error',
  {
    enforceBuildableLibDependency: false,
    allow: [],
    // Only tests of the language use what testing has for them; no file imports itself in a circle.
    ignoredCircularDependencies: [
      ['ngsi-testing', 'context'],
      ['ngsi-testing', 'ngsild'],
    ],
    depConstraints: [
      { sourceTag: 'scope:broker', onlyDependOnLibsWithTags: ['scope:broker', 'scope:shared'] },
      { sourceTag: 'scope:identity', onlyDependOnLibsWithTags: ['scope:identity', 'scope:shared'] },
      { sourceTag: 'scope:shared', onlyDependOnLibsWithTags: ['scope:shared'] },
      { sourceTag: 'type:app', onlyDependOnLibsWithTags: ['type:pure', 'type:util', ...extra] },
      { sourceTag: 'type:util', onlyDependOnLibsWithTags: ['type:pure', 'type:util', ...extra] },
      {
        sourceTag: 'type:pure',
        onlyDependOnLibsWithTags: ['type:pure', ...extra],
        bannedExternalImports: [
          '@nestjs/*',
          'mongodb',
          'better-sqlite3',
          'typeorm',
          'pg',
          'mysql2',
          'express',
          'undici',
          'mqtt',
          '@platformatic/*',
        ],
      },
      { sourceTag: 'type:testing', onlyDependOnLibsWithTags: ['type:pure', 'type:testing'] },
      { sourceTag: 'type:e2e', onlyDependOnLibsWithTags: ['type:testing', 'type:pure'] },
    ],
  },
];

const broker = './apps/context-broker/src';

/** Floors of the broker from the ground up; a folder that stands lower than the one it is in, is named for itself. */
const brokerFloors = JSON.parse(
  readFileSync(new URL('apps/context-broker/floors.json', import.meta.url), 'utf8'),
);
const faces = readdirSync(new URL('apps/context-broker/src/faces', import.meta.url));
/** What holds for tests too: NGSIv1 leaves nothing behind. */
const removableZones = [
  {
    target: [
      `${broker}/!(faces)/**/*.ts`,
      `${broker}/faces/!(ngsiv1)/**/*.ts`,
      `${broker}/!(app.module)*.ts`,
    ],
    from: `${broker}/faces/ngsiv1`,
    message: 'ngsiv1 must be removable in one commit.',
  },
];
const brokerZones = [
  ...removableZones,
  {
    target: `${broker}/core/subscriptions`,
    from: `${broker}/core/notifications`,
    message: 'notifications read subscriptions, not the other way.',
  },
  ...brokerFloors.flatMap((floor, at) =>
    brokerFloors.slice(at + 1).map((above) => ({
      target: `${broker}/${floor}`,
      from: `${broker}/${above}`,
      except: brokerFloors
        .slice(0, at + 1)
        .filter((lower) => lower.startsWith(`${above}/`))
        .map((lower) => `.${lower.slice(above.length)}`),
      message: `${floor} stands below (apps/context-broker/floors.json).`,
    })),
  ),
  ...faces.map((face) => ({
    target: `${broker}/faces/${face}`,
    from: faces.filter((other) => other !== face).map((other) => `${broker}/faces/${other}`),
    message: 'Faces share what they need in the core.',
  })),
];

const identity = './apps/identity-manager/src';

/** Floors of the identity manager from the ground up: none imports from one above, no door from another. */
const floors = JSON.parse(
  readFileSync(new URL('apps/identity-manager/floors.json', import.meta.url), 'utf8'),
);
const doors = readdirSync(new URL('apps/identity-manager/src/doors', import.meta.url));
const floorZones = [
  ...floors.slice(0, -1).map((floor, at) => ({
    target: `${identity}/${floor}`,
    from: floors.slice(at + 1).map((above) => `${identity}/${above}`),
    message: `${floor} stands below (apps/identity-manager/floors.json).`,
  })),
  ...doors.map((door) => ({
    target: `${identity}/doors/${door}`,
    from: doors.filter((other) => other !== door).map((other) => `${identity}/doors/${other}`),
    message: 'Doors share what they need on a floor below.',
  })),
];

/** Files of the identity manager that may speak with the database: any other calls a repository. */
const holdingStatements = [
  'database/**/*.ts',
  'subjects/**/*.repository.ts',
  'subjects/**/*.statements.ts',
  // What goes over all tables, of ours and of others' databases.
  'doors/{import,operations}/**/*.ts',
  // What puts the service together.
  '{app.module,serve,test-context}.ts',
].map((files) => `apps/identity-manager/src/${files}`);

/** Projects whose rules know the types. */
const typed = [
  'libs',
  'apps/identity-manager',
  'apps/identity-manager-e2e',
  'benchmarks',
  'tools',
  'apps/context-broker',
  'apps/context-broker-e2e',
  'apps/platform-e2e',
].map((folder) => `${folder}/**/*.ts`);
const tests = [
  '**/*.spec.ts',
  '**/*.contract.ts',
  '**/contract/*.ts',
  '**/*.e2e-spec.ts',
  '**/*.container-spec.ts',
];

export default tseslint.config(
  { ignores: ['dist/', '.nx/', 'node_modules/', 'tmp/', 'data/', 'coverage/', '**/assets/**'] },
  js.configs.recommended,
  ...tseslint.configs.recommended,
  prettier,
  {
    files: ['**/*.mjs'],
    languageOptions: {
      globals: {
        console: 'readonly',
        process: 'readonly',
        setTimeout: 'readonly',
        clearTimeout: 'readonly',
        Buffer: 'readonly',
        URL: 'readonly',
        fetch: 'readonly',
        AbortSignal: 'readonly',
      },
    },
  },
  {
    files: ['**/*.ts'],
    plugins: { '@nx': nx, 'import-x': importX },
    settings: {
      'import-x/resolver-next': [importX.createNodeResolver({ extensions: ['.ts', '.js', '.mjs'] })],
    },
    rules: {
      '@nx/enforce-module-boundaries': boundaries(),
      '@typescript-eslint/no-explicit-any': 'error',
      '@typescript-eslint/consistent-type-imports': [
        'error',
        { fixStyle: 'inline-type-imports', prefer: 'type-imports' },
      ],
      '@typescript-eslint/no-unused-vars': [
        'error',
        { argsIgnorePattern: '^_', varsIgnorePattern: '^_', caughtErrors: 'none' },
      ],
      // Control characters are what the identifier and header checks are about.
      'no-control-regex': 'off',
      'import-x/no-cycle': ['error', { ignoreExternal: true }],
      'import-x/no-default-export': 'error',
    },
  },
  {
    files: typed,
    extends: [tseslint.configs.recommendedTypeCheckedOnly],
    languageOptions: {
      parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname },
    },
  },
  {
    files: ['apps/identity-manager/src/**/*.ts'],
    rules: {
      // What stands behind an asynchronous port may have nothing to wait for; `async` makes a rejection of what it throws.
      '@typescript-eslint/require-await': 'off',
      '@typescript-eslint/restrict-template-expressions': [
        'error',
        // The names of a column and the public address are texts, written as such.
        { allowNumber: true, allow: ['Column', 'PublicUrl'].map((name) => ({ from: 'file', name })) },
      ],
    },
  },
  {
    files: [...tests, 'apps/identity-manager-e2e/**/*.ts'],
    // What stands in for an asynchronous port in a test has nothing to wait for.
    rules: { '@typescript-eslint/require-await': 'off' },
  },
  {
    files: ['apps/identity-manager/src/**/*.spec.ts', 'apps/identity-manager-e2e/**/*.ts'],
    // What jest expects of a member (`expect.any`) has the type any.
    rules: {
      '@typescript-eslint/no-unsafe-assignment': 'off',
      '@typescript-eslint/no-unsafe-argument': 'off',
    },
  },
  {
    files: ['apps/*/src/**/*.ts'],
    // Dependency injection reads the classes named in constructors at run time: a type-only import would erase them.
    rules: { '@typescript-eslint/consistent-type-imports': 'off' },
  },
  {
    files: ['apps/context-broker/src/**/*.ts'],
    rules: {
      'import-x/no-restricted-paths': ['error', { zones: removableZones }],
      'no-restricted-imports': [
        'error',
        {
          paths: ['mongodb', 'better-sqlite3'].map((name) => ({
            name,
            message: 'Drivers are imported only in storage/<adapter>.',
          })),
        },
      ],
    },
  },
  {
    files: ['apps/context-broker/src/**/*.ts'],
    ignores: tests,
    rules: { 'import-x/no-restricted-paths': ['error', { zones: brokerZones }] },
  },
  { files: ['apps/context-broker/src/storage/**/*.ts'], rules: { 'no-restricted-imports': 'off' } },
  {
    files: ['libs/context/src/**/*.ts'],
    rules: {
      'no-restricted-imports': [
        'error',
        {
          patterns: [
            {
              group: ['@smart-city/ngsiv1', '@smart-city/ngsiv2', '@smart-city/ngsild'],
              message: 'The model knows no protocol.',
            },
          ],
        },
      ],
    },
  },
  {
    files: ['apps/identity-manager/src/**/*.ts'],
    ignores: tests,
    rules: { 'import-x/no-restricted-paths': ['error', { zones: floorZones }] },
  },
  {
    files: ['apps/identity-manager/src/**/*.ts'],
    ignores: [...tests, ...holdingStatements],
    rules: {
      'no-restricted-imports': [
        'error',
        {
          patterns: [
            {
              group: [
                'typeorm',
                '@nestjs/typeorm',
                '**/database/open-sql',
                '**/database/sql',
                '**/database/query',
                '**/database/statements',
                '**/database/names',
              ],
              message: 'Statements stand in repositories (*.repository.ts, *.statements.ts).',
            },
          ],
        },
      ],
    },
  },
  {
    files: tests,
    rules: { '@nx/enforce-module-boundaries': boundaries(['type:testing']) },
  },
  // jest reads its configuration from the default export.
  { files: ['jest.config.mjs'], rules: { 'import-x/no-default-export': 'off' } },
  // Micro benchmarks time single parts of an application, which nothing else may import from outside it.
  { files: ['benchmarks/**/*.ts'], rules: { '@nx/enforce-module-boundaries': 'off' } },
);
