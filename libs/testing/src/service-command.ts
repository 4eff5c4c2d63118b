import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { compiledServices, type ServiceName } from './service-process';

export interface CommandOutcome {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface CommandOptions {
  /** Kills it (SIGKILL) as soon as its output matches. */
  readonly killAt?: RegExp;
  /** Largest file it may write, in blocks of 512 bytes: what a full disk does, without filling one. */
  readonly mostBlocks?: number;
  readonly env?: Readonly<Record<string, string>>;
}

const quote = (word: string) => `'${word.replaceAll("'", `'\\''`)}'`;

/** Runs a subcommand of a built service (`dist/apps/<name>/main.js`) to its end. */
export async function runServiceCommand(
  name: ServiceName,
  args: readonly string[],
  { killAt, mostBlocks, env = {} }: CommandOptions = {},
): Promise<CommandOutcome> {
  const main = join(process.cwd(), 'dist', 'apps', name, 'main.js');
  const command = [process.execPath, main, ...args].map(quote).join(' ');
  const limit = mostBlocks === undefined ? '' : `trap '' XFSZ; ulimit -f ${mostBlocks}; `;
  const child = spawn('sh', ['-c', `${limit}exec ${command}`], {
    env: { ...process.env, NODE_OPTIONS: '', NODE_COMPILE_CACHE: compiledServices, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const output = { stdout: '', stderr: '' };
  for (const stream of ['stdout', 'stderr'] as const)
    child[stream].on('data', (chunk: Buffer) => {
      output[stream] += chunk.toString();
      if (killAt?.test(output[stream])) child.kill('SIGKILL');
    });
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
  return { code, ...output };
}
