// Writes docs/deprecated.md from the records in libs/deprecation. With --check it only compares, for CI.
import { readFile, writeFile } from 'node:fs/promises';
import esbuild from 'esbuild';

const { outputFiles } = await esbuild.build({
  entryPoints: ['libs/deprecation/src/deprecated-markdown.ts'],
  bundle: true,
  write: false,
  format: 'esm',
  platform: 'node',
  tsconfig: 'tsconfig.base.json',
});
const source = `data:text/javascript;base64,${Buffer.from(outputFiles[0].text).toString('base64')}`;
const { renderDeprecatedMarkdown } = await import(source);

const path = 'docs/deprecated.md';
const text = renderDeprecatedMarkdown();
if (!process.argv.includes('--check')) {
  await writeFile(path, text);
} else if ((await readFile(path, 'utf8').catch(() => '')) !== text) {
  console.error(`${path} differs from the records: run node tools/docs-deprecated.mjs`);
  process.exitCode = 1;
}
