import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

const PACKAGES = 'node_modules';

const isModule = (name) => {
  const file = join(PACKAGES, name, 'package.json');
  return existsSync(file) && JSON.parse(readFileSync(file, 'utf8')).type === 'module';
};

/** Names of the installed packages that are ES modules. Jest runs CommonJS, so they are compiled as our own sources are. */
export const modulePackages = () =>
  readdirSync(PACKAGES)
    .flatMap((name) =>
      name.startsWith('@') ? readdirSync(join(PACKAGES, name)).map((part) => `${name}/${part}`) : [name],
    )
    .filter(isModule);
