import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import express, { type Response } from 'express';
import type { CsvRow } from '@smart-city/lists';
import { sendCsv } from './csv';

describe('A CSV file', () => {
  const download = async (send: (response: Response) => Promise<void>) => {
    const server = createServer(
      express().get('/', (_request, response) => void send(response).catch(() => undefined)),
    );
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    try {
      const answer = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
      return { headers: answer.headers, bytes: Buffer.from(await answer.arrayBuffer()) };
    } finally {
      server.close();
    }
  };

  async function* groups(count: number, fails = false): AsyncGenerator<CsvRow[]> {
    for (let at = 0; at < count; at++) yield Array.from({ length: 1000 }, (_, row) => [`${at}-${row}`, row]);
    if (fails) throw new Error('the database is gone');
  }

  it('comes whole, as UTF-8 that says so', async () => {
    const { headers, bytes } = await download((response) =>
      sendCsv(response, 'users', ['name', 'n'], groups(30)),
    );
    expect(headers.get('content-disposition')).toBe('attachment; filename="users.csv"');
    expect(bytes.subarray(0, 3).toString('hex')).toBe('efbbbf');
    const lines = bytes.toString().trimEnd().split('\r\n');
    expect(lines).toHaveLength(30_001);
    expect(lines.at(-1)).toBe('29-999,999');
  });

  it('that cannot be read to its end does not look whole', async () => {
    await expect(
      download((response) => sendCsv(response, 'users', ['name'], groups(3, true))),
    ).rejects.toThrow();
  });
});
