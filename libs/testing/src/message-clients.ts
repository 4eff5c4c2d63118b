import { execFile } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';

const LOAD = `
  const modules = await Promise.all(process.argv.slice(1).map((file) => import(file)));
  const has = (name) => modules.some((module) => typeof module[name] === 'function');
  console.log(JSON.stringify({ mqtt: has('connectAsync'), kafka: has('Producer') }));`;

/**
 * Whether the clients of message brokers in a bundle of the context broker give what it calls, once they are loaded: they are
 * files of their own, loaded with the first notification.
 */
export async function messageClientsIn(bundle: string): Promise<{ mqtt: boolean; kafka: boolean }> {
  const files = readdirSync(bundle)
    .filter((name) => /^(?:mqtt-client|dist)-.*\.js$/.test(name))
    .map((name) => join(bundle, name));
  const { stdout } = await promisify(execFile)(process.execPath, [
    ...['--input-type=module', '-e', LOAD, '--'],
    ...files,
  ]);
  return JSON.parse(stdout) as { mqtt: boolean; kafka: boolean };
}
