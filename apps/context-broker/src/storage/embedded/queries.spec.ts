import { ALL_SERVICE_PATHS } from '@smart-city/context';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Queries } from './queries';
import { openForWriting } from './schema';

it('queries are refused once they are closed, short ones too', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'queries-'));
  const path = join(folder, 'a.sqlite');
  openForWriting(path).close();
  const queries = new Queries({ readers: 1, timeoutMs: 0 });
  const query = { selectors: [], orderBy: [], limit: 1, offset: 0, count: false };
  const request = { path, servicePaths: ALL_SERVICE_PATHS, query };
  expect(await queries.run(request)).toEqual({ rows: [] });
  await queries.close();
  await expect(queries.run(request)).rejects.toMatchObject({ error: 'InternalServerError' });
  rmSync(folder, { recursive: true });
});
