import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** `assets/` lies beside the built main file, and one folder up from this source file. Ends with a slash. */
export function findAssets(): string {
  const [built, source] = ['./assets/', '../assets/'].map((path) =>
    fileURLToPath(new URL(path, import.meta.url)),
  );
  return existsSync(built ?? '') ? (built ?? '') : (source ?? '');
}
