import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { GroupWriter } from '../../apps/context-broker/src/storage/embedded/group-writer';
import type { WriteOperation } from '../../apps/context-broker/src/storage/embedded/write-operation';

// What the broker is measured against: node:http with nothing above it, the body parsed, the same row written in the same
// group commits by the same thread, reads from a map, lists from one statement, and a text for each reader of a stream. No
// checks, no model, no routes.
const [folder = '.'] = process.argv.slice(2);
const path = join(folder, 'floor.sqlite');
const writer = await GroupWriter.start();
const file = writer.file(path);
await writer.open(file);

const keys = new Map<string, number>();
const bodies = new Map<string, Buffer>();
const DATE = 1_700_000_000.5;

type Attributes = Readonly<Record<string, { readonly value: unknown; readonly type: string }>>;

const documentOf = (attrs: Attributes): string => {
  const stored: Record<string, unknown> = {};
  for (const name of Object.keys(attrs))
    stored[name] = { v: attrs[name]?.value, t: attrs[name]?.type, c: DATE, d: DATE };
  return JSON.stringify(stored);
};

function insert({
  id,
  type,
  ...attrs
}: Attributes & { readonly id: string; readonly type: string }): readonly WriteOperation[] {
  const key = keys.size + 1;
  keys.set(id, key);
  bodies.set(id, Buffer.from(JSON.stringify({ id, type, ...attrs })));
  return [
    ['insertEntity', key, id, type, '/', DATE, DATE, null, null, null, null, documentOf(attrs)],
    ...['', ...Object.keys(attrs)].map((name): WriteOperation => ['addToTypeStats', type, '/', name, '', 1]),
  ];
}

const current = new Map<string, Attributes>();

function update(id: string, attrs: Attributes): readonly WriteOperation[] {
  const all = { ...current.get(id), ...attrs };
  current.set(id, all);
  return [['updateEntity', DATE, DATE, null, null, null, null, documentOf(all), keys.get(id) ?? 0]];
}

let page: Database.Statement<unknown[], string> | undefined;

/** The stored documents of the first entities of a type, by one statement. */
function listOf(url: string): Buffer {
  page ??= new Database(path)
    .prepare<unknown[], string>(
      // Bare parameters would have SQLite prepare it anew each time.
      'SELECT json(doc) FROM entities WHERE type = +? ORDER BY cre_date LIMIT (? + 0)',
    )
    .pluck();
  const { searchParams } = new URL(url, 'http://localhost');
  return Buffer.from(`[${page.all(searchParams.get('type'), searchParams.get('limit')).join(',')}]`);
}

const readers = new Set<ServerResponse>();

function openStream(response: ServerResponse): void {
  response.writeHead(200, { 'Content-Type': 'text/event-stream' }).write('id: 0\n\n');
  readers.add(response);
  response.on('close', () => readers.delete(response));
}

/** Made once, written to each. */
function tellReaders(id: string): void {
  if (readers.size === 0) return;
  const data = JSON.stringify({ id, ...current.get(id) });
  const event = Buffer.from(`id: 1\nevent: update\ndata: ${data}\n\n`);
  for (const reader of readers) reader.write(event);
}

function answer(request: IncomingMessage, response: ServerResponse, body: string): void {
  const parts = (request.url ?? '').split('/');
  const id = parts[parts[1] === 'v2' ? 3 : 4] ?? '';
  if (request.method === 'GET') {
    if (id === '' && request.headers.accept === 'text/event-stream') return openStream(response);
    const bytes = id === '' ? listOf(request.url ?? '') : (bodies.get(id) ?? Buffer.alloc(0));
    response
      .writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': bytes.length })
      .end(bytes);
    return;
  }
  const parsed = JSON.parse(body) as Attributes & { id: string; type: string };
  if (request.method === 'POST') {
    const { id: _, type: __, ...attrs } = parsed;
    current.set(parsed.id, attrs);
  }
  const operations = request.method === 'POST' ? insert(parsed) : update(id, parsed);
  const [status, headers] = request.method === 'POST' ? [201, { 'Content-Length': 0 }] : [204, {}];
  void file.write(operations).then(() => {
    response.writeHead(status, headers as Record<string, number>).end();
    if (request.method !== 'POST') tellReaders(id);
  });
}

const server = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () =>
    answer(request, response, chunks.length === 1 ? String(chunks[0]) : Buffer.concat(chunks).toString()),
  );
});
server.listen(0, '127.0.0.1', () =>
  console.log(`listening on http://127.0.0.1:${(server.address() as AddressInfo).port}`),
);
process.on('SIGTERM', () => void writer.stop().then(() => process.exit(0)));
