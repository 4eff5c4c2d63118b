// The licences of the packages that a bundle holds, as they ask for: with every copy, their texts.
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/** @param inputs  paths of the bundled files, from the root of the repository */
export function licences(inputs) {
  const folders = new Set(
    inputs.flatMap((path) => /^(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(path)?.[1] ?? []),
  );
  return [...folders]
    .sort()
    .map(licenceOf)
    .join(`\n${'-'.repeat(80)}\n`);
}

function licenceOf(folder) {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const texts = readdirSync(folder)
    .filter((file) => /^(?:licen[cs]e|copying|notice)(?:[.-](?:md|txt|mit|apache|bsd))*$/i.test(file))
    .sort()
    .map((file) => readFileSync(join(folder, file), 'utf8').trim());
  return [`${name} ${version} (${license ?? 'see its text'})`, ...texts].join('\n\n');
}
