import { readFile, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { isDuplicate } from '../../database/database-errors';
import { ImageRow } from '../../database/entities/image.row';
import { selectFrom } from '../../database/query';
import { insertInto } from '../../database/statements';
import type { Sql } from '../../database/sql';
import { readImage } from '../../subjects/images/image-content';
import { mostImageBytes } from '../../subjects/images/images.service';
import type { KeyrockRow } from './keyrock-source';
import { LeftOut, text } from './keyrock-values';

/** The folder below Keyrock's `public/img`, by table. */
const FOLDERS: Readonly<Record<string, string>> = {
  user: 'users',
  organization: 'organizations',
  oauth_client: 'applications',
};
const NONE: ReadonlySet<string> = new Set(['', 'default']);
const LONGEST_NAME = 128;

const byId = selectFrom(ImageRow, ['id'], (image) => `WHERE ${image.id} = ?`);
const insert = insertInto(ImageRow, ['id', 'mediaType', 'content', 'createdAt']);

/** What became of a picture. */
type PictureOutcome = 'taken' | 'present' | LeftOut;

export interface PictureSettings {
  /** Keyrock's `public/img`; undefined: its files are not at hand. */
  readonly folder: string | undefined;
  readonly now: number;
  readonly dryRun: boolean;
}

/** Takes over the pictures that rows name: Keyrock keeps them as files beside its database. */
export class KeyrockPictures {
  constructor(
    private readonly sql: Sql,
    private readonly settings: PictureSettings,
  ) {}

  /** The picture of a row, under the name that the row gives it. Undefined for a row without one. */
  async take(table: string, row: KeyrockRow): Promise<PictureOutcome | undefined> {
    const below = FOLDERS[table];
    const name = text(row, 'image') ?? '';
    if (below === undefined || NONE.has(name)) return undefined;
    const { folder, now, dryRun } = this.settings;
    if (folder === undefined)
      return new LeftOut(
        'pictures are files beside the database: name their folder with --images <Keyrock>/public/img',
      );
    if (name !== basename(name) || /^\.{1,2}$|[\0\\]/.test(name) || name.length > LONGEST_NAME)
      return new LeftOut('what it names is no picture of the folder', `${table} ${text(row, 'id')}`);
    if (await this.sql.first(byId, name)) return 'present';
    const file = await contentOf(join(folder, below, name));
    if (!file) return new LeftOut('there is no such file', join(below, name));
    const image = file.length <= mostImageBytes ? readImage(file) : undefined;
    if (!image)
      return new LeftOut(`it is no PNG or JPEG of at most ${mostImageBytes} bytes`, join(below, name));
    const content = file.toString('base64');
    if (!dryRun) await this.write({ id: name, mediaType: image.mediaType, content, createdAt: now });
    return 'taken';
  }

  private async write(image: ImageRow): Promise<void> {
    try {
      await this.sql.run(insert(image));
    } catch (error) {
      // Two rows name one picture.
      if (!isDuplicate(error)) throw error;
    }
  }
}

/** Undefined when there is no such file; what is far too large is not read. */
async function contentOf(path: string): Promise<Buffer | undefined> {
  try {
    const { size } = await stat(path);
    return size > mostImageBytes ? Buffer.alloc(mostImageBytes + 1) : await readFile(path);
  } catch {
    return undefined;
  }
}
