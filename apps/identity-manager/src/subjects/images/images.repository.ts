import { Injectable } from '@nestjs/common';
import type { Step } from '../../database/dialect';
import { ApplicationRow } from '../../database/entities/application.row';
import { ImageRow } from '../../database/entities/image.row';
import { OrganizationRow } from '../../database/entities/organization.row';
import { UserRow } from '../../database/entities/user.row';
import { names, type Entity } from '../../database/names';
import { selectFrom } from '../../database/query';
import { Sql } from '../../database/sql';
import { deleteWhere, insertInto, updateWhere } from '../../database/statements';

interface Pictured {
  readonly id: string;
  readonly image: string;
}

function statementsFor(entity: Entity<Pictured>) {
  const owner = names(entity);
  return {
    remove: deleteWhere(
      ImageRow,
      (image) => `${image.id} IN (SELECT ${owner.image} FROM ${owner.table} WHERE ${owner.id} = ?)`,
    ),
    show: updateWhere(entity, ['image'], ({ id }) => `${id} = ?`),
  };
}

const statements = {
  users: statementsFor(UserRow),
  applications: statementsFor(ApplicationRow),
  organizations: statementsFor(OrganizationRow),
} as const;

/** What can have a picture; also the folder below `/img/`. */
export type ImageOwner = keyof typeof statements;

/** What the row of an owner without a picture names. */
const none = 'default';

const insert = insertInto(ImageRow, ['id', 'mediaType', 'content', 'createdAt']);
const byId = selectFrom(ImageRow, ['mediaType', 'content'], (image) => `WHERE ${image.id} = ?`);

/** Where uploaded pictures are kept. */
@Injectable()
export class ImagesRepository {
  constructor(private readonly sql: Sql) {}

  find(id: string): Promise<Pick<ImageRow, 'mediaType' | 'content'> | undefined> {
    return this.sql.first(byId, id);
  }

  /** Puts the picture in place of the one that the owner has. */
  async replace(owner: ImageOwner, ownerId: string, image: ImageRow): Promise<void> {
    await this.write(owner, ownerId, image.id, insert(image));
  }

  async remove(owner: ImageOwner, ownerId: string): Promise<void> {
    await this.write(owner, ownerId, none);
  }

  private async write(owner: ImageOwner, ownerId: string, image: string, ...also: readonly Step[]) {
    const { remove, show } = statements[owner];
    await this.sql.atomically([remove(ownerId), ...also, show({ image }, ownerId)]);
  }
}
