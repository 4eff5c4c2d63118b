import { Injectable } from '@nestjs/common';
import { Invalid } from '../../faults/faults';
import type { Actor } from '../audit/actor';
import { AuditLog } from '../audit/audit-log';
import { Mailer } from '../mail/mailer';
import type { Announcement } from './announcement-input';
import { UserListsRepository } from './user-lists.repository';

const mostAddressees = 10_000;
const mostIds = 500;

/** Mails of administrators to all users, those of organizations, or some. */
@Injectable()
export class Announcements {
  constructor(
    private readonly rows: UserListsRepository,
    private readonly mailer: Mailer,
    private readonly audit: AuditLog,
  ) {}

  /** Addresses of the enabled users meant. @throws Invalid of `target` when there are none */
  async addressesOf({ to, target }: Announcement): Promise<readonly string[]> {
    const ids = target
      .split(/[\s,]+/)
      .filter((id) => id !== '')
      .slice(0, mostIds);
    const addresses =
      to === 'all'
        ? await this.rows.listAddresses(mostAddressees)
        : await this.rows.listAddresses(
            mostAddressees,
            to === 'organization' ? 'organizations' : 'users',
            ids,
          );
    if (addresses.length === 0) throw new Invalid('target', 'notFoundHere');
    return addresses;
  }

  /** One mail each, so that nobody reads the others' addresses. */
  send(actor: Actor, { to, subject, body }: Announcement, addresses: readonly string[]): void {
    for (const address of addresses) this.mailer.send({ to: address, subject, text: body });
    const details = { mails: addresses.length, subject };
    this.audit.recordDone(actor, 'users.notify', { subject: to, details });
  }
}
