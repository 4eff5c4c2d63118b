import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { request as send, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** An address that documents use (RFC 5737): nobody's, so not that of this machine. */
const ELSEWHERE = '192.0.2.7';
const HEADING = '\n## What a stranger may do\n';

export interface Route {
  readonly verb: string;
  /** With parts such as `:id`. */
  readonly path: string;
}

export interface AnswerToStranger extends Route {
  readonly status: number;
  readonly location: string;
  readonly text: string;
}

/** What a page says of one way of starting a service: `GET /version`, `/v2`, which is a path and all below it, or `/`, which is all. */
export interface DocumentedAccess {
  readonly served: readonly string[];
  readonly refused: readonly string[];
}

/** Makes connections of a server look like those of another machine. */
export function comeFromElsewhere(server: Server): void {
  server.prependListener('connection', (socket) => {
    Object.defineProperty(socket, 'remoteAddress', { value: ELSEWHERE });
  });
}

/** Asks a route without a token or a cookie; verbs that take a body send an empty object. */
export async function askAsStranger(server: Server, { verb, path }: Route): Promise<AnswerToStranger> {
  const { port } = server.address() as AddressInfo;
  const asked = path.replace(/[{}]/g, '').replace(/[:*]\w+/g, 'x');
  const takesBody = verb !== 'GET' && verb !== 'DELETE';
  const headers = { connection: 'close', ...(takesBody && { 'content-type': 'application/json' }) };
  const request = send({ port, host: '127.0.0.1', method: verb, path: asked, headers });
  request.end(takesBody ? '{}' : undefined);
  const [answer] = (await once(request, 'response')) as [IncomingMessage];
  const chunks = (await answer.setEncoding('utf8').toArray()) as readonly string[];
  const { statusCode: status = 0, headers: answered } = answer;
  return { verb, path, status, location: answered.location ?? '', text: chunks.join('') };
}

/**
 * Returns a table below "What a stranger may do" in docs/security.md, by what is in its first column.
 *
 * @param head  the head of its first column
 */
export function documentedForStrangers(head: string): ReadonlyMap<string, DocumentedAccess> {
  const section = readFileSync('docs/security.md', 'utf8').split(HEADING)[1]?.split('\n## ')[0] ?? '';
  const table = section.split('\n\n').find((block) => block.startsWith(`| ${head} |`)) ?? '';
  const rows = table.trim().split('\n').slice(2);
  return new Map(
    rows.map((row) => {
      const [, name, served, refused] = row.split('|').map(wordsInCode);
      return [name?.[0] ?? '', { served: served ?? [], refused: refused ?? [] }] as const;
    }),
  );
}

const wordsInCode = (cell: string): readonly string[] =>
  [...cell.matchAll(/`([^`]+)`/g)].map(([, word]) => word!);

/**
 * Compares answers with what is documented; where several patterns fit a route, the longest counts.
 *
 * @returns routes that are answered otherwise, and patterns that fit no route
 */
export function differences(
  answers: readonly AnswerToStranger[],
  isRefused: (answer: AnswerToStranger) => boolean,
  { served, refused }: DocumentedAccess,
): readonly string[] {
  const used = new Set<string>();
  const wrong = answers.flatMap((answer) => {
    const fitting = [...served, ...refused].filter((pattern) => fits(pattern, answer));
    const pattern = fitting.sort((one, other) => other.length - one.length)[0] ?? 'nothing';
    used.add(pattern);
    const isSaid = (isRefused(answer) ? refused : served).includes(pattern);
    return isSaid ? [] : [`${answer.verb} ${answer.path}: ${answer.status}, by ${pattern}`];
  });
  const idle = [...served, ...refused].filter((pattern) => !used.has(pattern));
  return [...wrong, ...idle.map((pattern) => `${pattern} fits no route`)];
}

function fits(pattern: string, { verb, path }: Route): boolean {
  if (!pattern.startsWith('/')) return pattern === `${verb} ${path}`;
  return path === pattern || path.startsWith(pattern === '/' ? '/' : `${pattern}/`);
}
