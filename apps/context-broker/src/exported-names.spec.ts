import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const ROOTS = ['apps/context-broker/src', 'libs'];
const EXPORTED = /^export (?:abstract )?(?:async )?(?:const|function\*?|class|interface|type) (\w+)/gm;

/** The protocol that a file is of, whose words are its own; '' for what all have in common. */
const languageOf = (file: string): string =>
  /^(?:libs|apps\/context-broker\/src\/faces)\/(ngsi\w+)\//.exec(file)?.[1] ?? '';

/** The files that export each name, by language and name; tests and their tools may call things as they like. */
function exporters(): ReadonlyMap<string, readonly string[]> {
  const files = ROOTS.flatMap((root) =>
    readdirSync(root, { recursive: true, encoding: 'utf8' }).map((file) => join(root, file)),
  ).filter(
    (file) =>
      /(?<!\.(?:spec|contract))\.ts$/.test(file) &&
      !/node_modules|\/contract\/|libs\/(ngsi-)?testing/.test(file),
  );
  const byName = new Map<string, string[]>();
  for (const file of files)
    for (const [, name] of readFileSync(file, 'utf8').matchAll(EXPORTED)) {
      const key = `${languageOf(file)} ${name}`;
      byName.set(key, [...(byName.get(key) ?? []), file]);
    }
  return byName;
}

it('a name that the broker or a library exports means one thing in a language', () => {
  const all = exporters();
  expect(all.get(' UpdateOutcome')).toHaveLength(1);
  expect([...all].filter(([, files]) => new Set(files).size > 1)).toEqual([]);
});
