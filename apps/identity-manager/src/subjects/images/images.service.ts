import { randomUUID } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { canBeStored } from '../../database/stored-text';
import type { Clock } from '../../service/clock';
import { CLOCK } from '../../service/tokens';
import type { Actor } from '../audit/actor';
import { AuditLog } from '../audit/audit-log';
import { StateChanges } from '../changes/state-changes';
import { readImage } from './image-content';
import { ImagesRepository, type ImageOwner } from './images.repository';

/** Largest picture that is taken. */
export const mostImageBytes = 200_000;

/** What the audit log calls the change. */
const events = {
  users: 'user.update',
  applications: 'application.update',
  organizations: 'organization.update',
} as const;

/** Pictures of users, applications and organizations, kept in the database so that every process has them. */
@Injectable()
export class Images {
  constructor(
    private readonly rows: ImagesRepository,
    private readonly changes: StateChanges,
    private readonly audit: AuditLog,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** Stores the picture and shows it from now on; false when the file is no picture that we take. */
  async set(actor: Actor, owner: ImageOwner, ownerId: string, file: Buffer): Promise<boolean> {
    const image = file.length <= mostImageBytes ? readImage(file) : undefined;
    if (!image) return false;
    await this.rows.replace(owner, ownerId, {
      id: randomUUID(),
      mediaType: image.mediaType,
      content: file.toString('base64'),
      createdAt: this.clock.now(),
    });
    this.changed(actor, owner, ownerId);
    return true;
  }

  async remove(actor: Actor, owner: ImageOwner, ownerId: string): Promise<void> {
    await this.rows.remove(owner, ownerId);
    this.changed(actor, owner, ownerId);
  }

  async find(id: string): Promise<{ readonly mediaType: string; readonly content: Buffer } | undefined> {
    const row = canBeStored(id) ? await this.rows.find(id.slice(0, 128)) : undefined;
    return row && { mediaType: row.mediaType, content: Buffer.from(row.content, 'base64') };
  }

  private changed(actor: Actor, owner: ImageOwner, ownerId: string): void {
    if (owner === 'users') this.changes.tell('user', { userId: ownerId });
    if (owner === 'applications') this.changes.tell('application', { applicationId: ownerId });
    this.audit.recordDone(actor, events[owner], {
      subject: ownerId,
      applicationId: owner === 'applications' ? ownerId : undefined,
      details: { members: ['image'] },
    });
  }
}
