import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';

/**
 * Writes where the process listens, for who must ask it from outside and does not know its flags: the health check of a
 * container.
 *
 * @param url  reaches the process from the same machine
 * @returns removes the file again
 * @throws Error when it cannot be written
 */
export function writeAddressFile(path: string, url: string): () => void {
  const text = `${url}\n`;
  // Whoever reads at the same time sees the old file or the new one, never half a line.
  writeFileSync(`${path}.${process.pid}`, text);
  renameSync(`${path}.${process.pid}`, path);
  return () => {
    if (readText(path) === text) rmSync(path, { force: true });
  };
}

/**
 * Writes the file for as long as the process runs.
 *
 * @param failed  it cannot be written: no reason to end, a health check guesses the address from the settings
 */
export function keepAddressFile(path: string, url: string, failed: (error: unknown) => void): void {
  try {
    process.once('exit', writeAddressFile(path, url));
  } catch (error) {
    failed(error);
  }
}

/** @returns undefined when there is no such file, or no address in it */
export function readAddressFile(path: string): string | undefined {
  const url = readText(path)?.trim() ?? '';
  return URL.canParse(url) ? url : undefined;
}

function readText(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}
