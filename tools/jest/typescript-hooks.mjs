// Node's own loader of modules reads our TypeScript: a file is compiled when it is imported, once for a process.
import { readFileSync, statSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { fileURLToPath } from 'node:url';
import { transformSync } from '@swc/core';
import { typescriptOptions } from '../typescript.mjs';

const ROOT = new URL('../../', import.meta.url);
const LIBRARY = /^@smart-city\/([^/]+)$/;

/** Source maps of the loaded files as `data:` URLs, which Jest reads, by the address that stacks name. */
export const sourceMaps = new Map();

const isOurs = (url) =>
  url?.startsWith(ROOT.href) && !url.includes('/node_modules/') && /\.ts(\?|$)/.test(url);

const isFile = (url) => statSync(url, { throwIfNoEntry: false })?.isFile() ?? false;

/** The file of a library, or the one that a relative import without an extension names. */
function sourceOf(specifier, importer) {
  const [, library] = LIBRARY.exec(specifier) ?? [];
  if (library !== undefined) return new URL(`libs/${library}/src/index.ts`, ROOT);
  if (!specifier.startsWith('.') || !isOurs(importer)) return undefined;
  return [`${specifier}.ts`, `${specifier}/index.ts`].map((path) => new URL(path, importer)).find(isFile);
}

registerHooks({
  resolve(specifier, context, next) {
    const source = sourceOf(specifier, context.parentURL);
    return source ? { url: source.href, format: 'module', shortCircuit: true } : next(specifier, context);
  },
  load(url, context, next) {
    if (!isOurs(url)) return next(url, context);
    const filename = fileURLToPath(url);
    const { code, map } = transformSync(readFileSync(filename, 'utf8'), {
      ...typescriptOptions,
      filename,
      sourceMaps: true,
    });
    sourceMaps.set(url, `data:application/json;base64,${Buffer.from(map).toString('base64')}`);
    return { source: code, format: 'module', shortCircuit: true };
  },
});
