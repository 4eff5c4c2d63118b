// How our TypeScript becomes JavaScript, for the build of developers (build.mjs) and for the images (build-image.mjs).
import { readdirSync } from 'node:fs';
import { readFile, readdir } from 'node:fs/promises';
import { isBuiltin } from 'node:module';
import { dirname, join } from 'node:path';
import { transform } from '@swc/core';
import { nativePackages } from './native-parts.mjs';
import { typescriptOptions } from './typescript.mjs';

// esbuild, a program in Go that is started later, clears its memory less often: a fifth less of the processor for 40 MB more.
process.env.GOGC ??= '400';

/** Optional companions of packages: asked for at run time, absent here, and never used. */
const ABSENT = [
  '@nestjs/microservices',
  '@nestjs/microservices/*',
  '@nestjs/websockets/*',
  '@fastify/static',
  'class-transformer',
  // Bundles worker threads where the sources themselves run.
  'esbuild',
];
/** Bundled CommonJS asks for `require`; what it then loads is a native part, or absent. */
const banner = [
  "import { createRequire as __createRequire } from 'node:module';",
  'const require = __createRequire(import.meta.url);',
].join('\n');

/** Type of a parameter that swc writes for what is imported as a type only: a global of the same name, where there is one. */
const TYPE_IS_GLOBAL = /typeof (Request|Response) === "undefined" \? Object : \1\b/g;

/**
 * Files with decorators pass through swc first: Nest's injection needs the parameter types that esbuild does not emit. Express's `Request` and
 * `Response` are types only, and `Object` to Nest, as TypeScript itself writes them: asking for Node's globals of these names loads its
 * whole HTTP client, a twentieth of a start.
 */
const decorators = (sourcemap) => ({
  name: 'decorators',
  setup(build) {
    build.onLoad({ filter: /\.ts$/ }, async ({ path }) => {
      const text = await readFile(path, 'utf8');
      if (!/^\s*@\w+\(/m.test(text)) return { contents: text, loader: 'ts' };
      const { code } = await transform(text, {
        filename: path,
        sourceMaps: sourcemap ? 'inline' : false,
        ...typescriptOptions,
      });
      return { contents: code.replace(TYPE_IS_GLOBAL, 'Object'), loader: 'js' };
    });
  },
});

/** Modules in WebAssembly that a package reads from beside its own file go into the bundle as text: 57 kB for the Kafka client. */
const webAssembly = {
  name: 'web-assembly',
  setup(build) {
    build.onLoad({ filter: /wasm-utils[\\/]dist[\\/]index\.js$/ }, async ({ path }) => {
      const read = "readFileSync(new URL('../dist/native.wasm', import.meta.url))";
      const text = await readFile(path, 'utf8');
      if (!text.includes(read))
        throw new Error(`${path} no longer reads its module as tools/bundling.mjs knows it`);
      const module = await readFile(join(dirname(path), 'native.wasm'), 'base64');
      return { contents: text.replace(read, `Buffer.from('${module}', 'base64')`), loader: 'js' };
    });
  },
};

/**
 * Modules of Node are asked for with `require`. As an ECMAScript module each reads all its exports when it is linked, and some of those
 * are loaded when they are read: `node:http` brings a whole HTTP client (undici), a twentieth of a start, for each thread. What is imported
 * at run time stays as it is: of a CommonJS module that would have no names, which the exporter of traces asks for.
 */
const nodeModules = {
  name: 'node-modules',
  setup(build) {
    build.onResolve({ filter: /^[\w:/]+$/ }, ({ path, kind }) =>
      kind === 'import-statement' && isBuiltin(path) ? { path, namespace: 'node' } : undefined,
    );
    build.onLoad({ filter: /./, namespace: 'node' }, ({ path }) => ({
      contents: `module.exports = require(${JSON.stringify(path)})`,
    }));
  },
};

/** @nestjs/typeorm asks at run time for classes that TypeORM 1 no longer has, and loads all of it a second time where it is installed. */
const oneTypeorm = {
  name: 'one-typeorm',
  setup(build) {
    build.onLoad(
      { filter: /@nestjs[\\/]typeorm[\\/]dist[\\/]common[\\/]typeorm-compat\.js$/ },
      async ({ path }) => {
        const ask = "require('typeorm')";
        const text = await readFile(path, 'utf8');
        if (!text.includes(ask)) throw new Error(`${path} no longer asks as tools/bundling.mjs knows it`);
        return { contents: text.replace(ask, '{}'), loader: 'js' };
      },
    );
  },
};

/** `main.ts` and every `*.worker.ts` become files of their own, side by side. */
async function entryPoints(source) {
  const files = await readdir(source, { recursive: true });
  const workers = files.filter((file) => file.endsWith('.worker.ts'));
  return Object.fromEntries(
    ['main.ts', ...workers].map((file) => [file.split('/').at(-1).replace(/\.ts$/, ''), join(source, file)]),
  );
}

/**
 * Settings of esbuild for one app. Packages are bundled in, all but native ones: a start then reads a few files, not thousands. What is imported on demand becomes a file of its own, so that a subcommand does not load the
 * whole service.
 */
export const bundleOptions = async (app, { sourcemap = false } = {}) => ({
  entryPoints: await entryPoints(`apps/${app}/src`),
  bundle: true,
  external: [...nativePackages[app].map(({ name }) => name), ...ABSENT],
  banner: { js: banner },
  legalComments: 'none',
  splitting: true,
  platform: 'node',
  target: 'node22',
  format: 'esm',
  sourcemap,
  // The maps name files of the clone; with their texts they would weigh more than the program.
  sourcesContent: false,
  tsconfig: 'tsconfig.base.json',
  logLevel: 'warning',
  plugins: [decorators(sourcemap), webAssembly, nodeModules, oneTypeorm],
  alias: Object.fromEntries(
    readdirSync('libs').map((lib) => [`@smart-city/${lib}`, `./libs/${lib}/src/index.ts`]),
  ),
});
