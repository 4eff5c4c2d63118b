import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** The blocks of one language in a Markdown file, or in its section under one heading, in order. */
export function codeBlocks(file: string, language: string, heading?: string): readonly string[] {
  const text = readFileSync(file, 'utf8');
  const blocks = new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\``, 'gm');
  return [...sectionOf(text, heading).matchAll(blocks)].map(([, lines]) => lines!);
}

/** The `sh` blocks: see {@link codeBlocks}. */
export const shellBlocks = (file: string, heading?: string): readonly string[] =>
  codeBlocks(file, 'sh', heading);

/** From the heading to the next one that is as high; a single # is a comment in a block. @throws Error when the file has no such heading */
function sectionOf(text: string, heading: string | undefined): string {
  if (heading === undefined) return text;
  const [, after] = text.split(`\n${heading}\n`);
  if (after === undefined) throw new Error(`no heading ${heading}`);
  const [marks = ''] = heading.split(' ', 1);
  return after.split(new RegExp(`^#{2,${marks.length}} `, 'm'), 1)[0]!;
}

export interface ScriptOutcome {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs what a reader would paste, as it stands. It ends at the first command that fails, and what it left behind ends with it. */
export function runScript(
  script: string,
  { env = {}, cwd }: { readonly env?: Readonly<Record<string, string>>; readonly cwd?: string } = {},
): ScriptOutcome {
  const ending = `trap 'kill $(jobs -p) 2>/dev/null || true' EXIT\n`;
  const { status, stdout, stderr } = spawnSync(
    'bash',
    ['--norc', '-euo', 'pipefail', '-c', ending + script],
    {
      env: { ...process.env, NODE_OPTIONS: '', ...env },
      encoding: 'utf8',
      ...(cwd !== undefined && { cwd }),
      // From a socket bash would believe that it was called over the network, and read start-up files.
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );
  return { status, stdout, stderr };
}

/**
 * A script whose lines that start a service in the foreground, and stay, are visits instead: the service is started,
 * asked with `check` when it is ready, and stopped.
 *
 * @param starts  matches such lines, without their end
 */
export const visiting = (script: string, starts: RegExp, url: string, check: string): string =>
  script.replace(
    starts,
    (line) =>
      `${line} &\nuntil curl -sf ${url}/health/ready > /dev/null; do kill -0 $!; sleep 0.2; done\n${check}\nkill $!; wait $!`,
  );
