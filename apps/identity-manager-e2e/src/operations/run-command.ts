import { spawn } from 'node:child_process';
import { join } from 'node:path';

export interface CommandOutcome {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

const quote = (word: string) => `'${word.replaceAll("'", `'\\''`)}'`;

/**
 * Runs a subcommand of the built identity manager.
 *
 * @param killAt  kills it (SIGKILL) as soon as its output matches
 * @param mostBlocks  largest file it may write, in blocks of 512 bytes: what a full disk does, without filling one
 */
export async function runCommand(
  args: readonly string[],
  env: Readonly<Record<string, string>>,
  { killAt, mostBlocks }: { readonly killAt?: RegExp; readonly mostBlocks?: number } = {},
): Promise<CommandOutcome> {
  const main = join(process.cwd(), 'dist/apps/identity-manager/main.js');
  const limit = mostBlocks === undefined ? '' : `trap '' XFSZ; ulimit -f ${mostBlocks}; `;
  const command = [process.execPath, main, ...args].map(quote).join(' ');
  const child = spawn('sh', ['-c', `${limit}exec ${command}`], {
    env: { ...process.env, NODE_OPTIONS: '', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const output = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const)
    child[name].on('data', (chunk: Buffer) => {
      output[name] += chunk.toString();
      if (killAt?.test(output[name])) child.kill('SIGKILL');
    });
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
  return { code, ...output };
}
