import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { GroupWriter } from './group-writer';
import type { WriteOperation } from './write-operation';

// A thread that acknowledges everything, refuses what is written to `full`, and dies of what is written to `fatal`.
const THREAD = `
import { parentPort } from 'node:worker_threads';
parentPort.on('message', ({ kind, batch, path }) => {
  if (kind === 'write' && path === 'fatal') throw new Error('out of luck');
  const fails = kind === 'write' && path === 'full';
  parentPort.postMessage(fails ? { done: [], failed: [{ batch, message: 'disk is full' }] } : { done: [batch], failed: [] });
});
`;

const OPERATIONS: readonly WriteOperation[] = [['deleteDocument', 'c', 'x']];

describe('GroupWriter', () => {
  let folder: string;
  let writer: GroupWriter;
  let told: string[];
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'writer-'));
    const file = join(folder, 'thread.mjs');
    await writeFile(file, THREAD);
    told = [];
    writer = await GroupWriter.start({
      file,
      monitor: {
        error: (text) => told.push(text),
        failed: (detail) => told.push(`failed: ${detail}`),
        recovered: () => told.push('recovered'),
      },
    });
  });
  afterEach(async () => {
    await writer.stop();
    await rm(folder, { recursive: true });
  });

  it('refuses what a dying thread had not acknowledged, says so, and goes on with another', async () => {
    const committed: boolean[] = [];
    const fatal = writer.file('fatal').write(OPERATIONS, (ok) => committed.push(ok));
    const beside = writer.file('other').write(OPERATIONS, (ok) => committed.push(ok));
    await expect(fatal).rejects.toMatchObject({
      error: 'InternalServerError',
      message: expect.stringContaining('out of luck') as string,
    });
    await expect(beside).rejects.toMatchObject({ error: 'InternalServerError' });
    expect(committed).toEqual([false, false]);
    expect(told[0]).toBe('Runtime Error (out of luck; the next write starts another)');
    expect(told).toHaveLength(3);
    await writer.file('other').write(OPERATIONS);
    expect(told.at(-1)).toBe('recovered');
  });

  it('raises and releases the alarm of the database', async () => {
    await expect(writer.file('full').write(OPERATIONS)).rejects.toMatchObject({
      error: 'InternalServerError',
    });
    await writer.file('other').write(OPERATIONS);
    expect(told).toEqual([expect.stringMatching(/^failed: Database Error .*disk is full/), 'recovered']);
  });

  it('refuses everything once it is stopped', async () => {
    await writer.stop();
    await expect(writer.file('other').write(OPERATIONS)).rejects.toMatchObject({
      error: 'InternalServerError',
    });
    expect(told).toEqual([]);
  });
});
