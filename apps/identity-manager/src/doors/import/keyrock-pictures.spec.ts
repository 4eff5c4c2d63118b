import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ImageRow } from '../../database/entities/image.row';
import { openMemoryDatabase, type MemoryDatabase } from '../../database/memory-database';
import { KeyrockPictures } from './keyrock-pictures';
import { LeftOut } from './keyrock-values';

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

describe('Pictures of Keyrock', () => {
  let database: MemoryDatabase;
  let folder: string;
  beforeEach(async () => {
    database = await openMemoryDatabase();
    folder = mkdtempSync(join(tmpdir(), 'keyrock-img-'));
    for (const below of ['users', 'organizations', 'applications']) mkdirSync(join(folder, below));
    writeFileSync(join(folder, 'users', 'ana.png'), PNG);
    writeFileSync(join(folder, 'applications', 'app.png'), PNG);
    writeFileSync(join(folder, 'users', 'text.png'), 'no picture');
    writeFileSync(join(folder, 'users', 'large.png'), Buffer.concat([PNG, Buffer.alloc(200_000)]));
    writeFileSync(join(folder, 'outside.png'), PNG);
  });
  afterEach(async () => {
    rmSync(folder, { recursive: true });
    await database.close();
  });

  const take = async (
    table: string,
    image: unknown,
    more: { folder?: string; dryRun?: boolean } = { folder },
  ) => {
    const settings = { folder: undefined, now: 1, dryRun: false, ...more };
    const outcome = await new KeyrockPictures(database.sql, settings).take(table, { id: 'x', image });
    return outcome instanceof LeftOut ? outcome.message : outcome;
  };
  const stored = () => database.dataSource.manager.find(ImageRow);

  it('are taken under the names that rows give them, once', async () => {
    expect([await take('user', 'ana.png'), await take('oauth_client', 'app.png')]).toEqual([
      'taken',
      'taken',
    ]);
    expect(await take('user', 'ana.png')).toBe('present');
    expect((await stored()).map(({ id, mediaType, content }) => [id, mediaType, content])).toEqual([
      ['ana.png', 'image/png', PNG.toString('base64')],
      ['app.png', 'image/png', PNG.toString('base64')],
    ]);
  });

  it.each(['default', '', null])(
    'are none where a row says %j, and in tables that have none',
    async (image) => {
      expect([await take('user', image), await take('role', 'ana.png')]).toEqual([undefined, undefined]);
    },
  );

  it.each([
    ['../outside.png', 'what it names is no picture of the folder'],
    ['..', 'what it names is no picture of the folder'],
    ['a\\b.png', 'what it names is no picture of the folder'],
    ['a\0.png', 'what it names is no picture of the folder'],
    ['gone.png', 'there is no such file'],
    ['app.png', 'there is no such file'],
    ['text.png', 'it is no PNG or JPEG of at most 200000 bytes'],
    ['large.png', 'it is no PNG or JPEG of at most 200000 bytes'],
  ])('leave %j out: %s', async (image, reason) => {
    expect(await take('user', image)).toBe(reason);
    expect(await stored()).toEqual([]);
  });

  it('are left out where no folder is named, and stay away from a dry run', async () => {
    expect(await take('user', 'ana.png', {})).toContain('--images');
    expect(await take('user', 'ana.png', { folder, dryRun: true })).toBe('taken');
    expect(await stored()).toEqual([]);
  });
});
