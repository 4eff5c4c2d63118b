import { modulePackages } from './tools/jest/module-packages.mjs';
import { typescriptOptions } from './tools/typescript.mjs';

const commonJs = { swcrc: false, module: { type: 'commonjs' } };
const script = { ...commonJs, jsc: { target: 'es2022', parser: { syntax: 'ecmascript' } } };

/** @type {import('jest').Config} */
const shared = {
  testEnvironment: '<rootDir>/tools/jest/environment.mjs',
  transform: {
    '\\.ts$': ['@swc/jest', { ...typescriptOptions, ...commonJs }],
    '\\.m?js$': ['@swc/jest', script],
  },
  transformIgnorePatterns: [`/node_modules/(?!(?:${modulePackages().join('|')})/).*(?<!\\.mjs)$`],
  moduleNameMapper: { '^@smart-city/([^/]+)$': '<rootDir>/libs/$1/src/index.ts' },
  resolver: '<rootDir>/tools/jest/resolver.cjs',
  roots: ['<rootDir>/apps', '<rootDir>/libs', '<rootDir>/tools'],
};

/** Unit and contract tests sit beside the code; end-to-end tests run the built services (`npm run build` first). */
/** @type {import('jest').Config} */
const config = {
  // Many tests start several services; on a busy machine each start takes seconds.
  testTimeout: 180_000,
  // Services that test files share end after the last of them.
  openHandlesTimeout: 10_000,
  testSequencer: '<rootDir>/tools/early-failures-first.mjs',
  projects: [
    {
      ...shared,
      displayName: 'unit',
      rootDir: '.',
      testMatch: [
        '<rootDir>/libs/**/*.spec.ts',
        '<rootDir>/apps/*/src/**/*.spec.ts',
        '<rootDir>/tools/**/*.spec.ts',
      ],
      testPathIgnorePatterns: ['e2e-spec.ts$', '/node_modules/', '/dist/'],
    },
    {
      ...shared,
      displayName: 'broker-e2e',
      rootDir: '.',
      testMatch: ['<rootDir>/apps/context-broker-e2e/**/*.e2e-spec.ts'],
    },
    {
      ...shared,
      displayName: 'identity-e2e',
      rootDir: '.',
      testMatch: ['<rootDir>/apps/identity-manager-e2e/**/*.e2e-spec.ts'],
    },
    {
      ...shared,
      displayName: 'platform-e2e',
      rootDir: '.',
      testMatch: ['<rootDir>/apps/platform-e2e/**/*.e2e-spec.ts'],
    },
    {
      // They run in tools/containers/with-engine.sh, and skip elsewhere.
      ...shared,
      displayName: 'containers',
      rootDir: '.',
      testMatch: ['<rootDir>/apps/platform-e2e/**/*.container-spec.ts'],
    },
  ],
};
export default config;
