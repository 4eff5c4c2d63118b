import { randomUUID } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { Sql } from '../database/sql';
import type { Clock } from '../service/clock';
import { Caches } from '../service/timed-cache';
import { CLOCK } from '../service/tokens';
import { readImage } from './image-content';

/** Largest picture that is taken. */
export const mostImageBytes = 200_000;

const tables = { users: 'users', applications: 'applications', organizations: 'organizations' } as const;

/** What can have a picture; also the folder below `/img/`. */
export type ImageOwner = keyof typeof tables;

interface Stored {
  readonly media_type: string;
  readonly content: string;
}

/** Pictures of users, applications and organizations, kept in the database so that every process has them. */
@Injectable()
export class Images {
  constructor(
    private readonly sql: Sql,
    private readonly caches: Caches,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** Stores the picture and shows it from now on; false when the file is no picture that we take. */
  async set(owner: ImageOwner, ownerId: string, file: Buffer): Promise<boolean> {
    const image = file.length <= mostImageBytes ? readImage(file) : undefined;
    if (!image) return false;
    const id = randomUUID();
    await this.sql.atomically([
      this.deleteStep(owner, ownerId),
      {
        sql: 'INSERT INTO images (id, media_type, content, created_at) VALUES (?, ?, ?, ?)',
        values: [id, image.mediaType, file.toString('base64'), this.clock.now()],
      },
      { sql: `UPDATE ${tables[owner]} SET image = ? WHERE id = ?`, values: [id, ownerId] },
    ]);
    this.caches.clear();
    return true;
  }

  async remove(owner: ImageOwner, ownerId: string): Promise<void> {
    await this.sql.atomically([
      this.deleteStep(owner, ownerId),
      { sql: `UPDATE ${tables[owner]} SET image = 'default' WHERE id = ?`, values: [ownerId] },
    ]);
    this.caches.clear();
  }

  async find(id: string): Promise<{ readonly mediaType: string; readonly content: Buffer } | undefined> {
    const row = await this.sql.first<Stored>(
      'SELECT media_type, content FROM images WHERE id = ?',
      id.slice(0, 128),
    );
    return row && { mediaType: row.media_type, content: Buffer.from(row.content, 'base64') };
  }

  private deleteStep(owner: ImageOwner, ownerId: string) {
    return {
      sql: `DELETE FROM images WHERE id IN (SELECT image FROM ${tables[owner]} WHERE id = ?)`,
      values: [ownerId],
    };
  }
}
