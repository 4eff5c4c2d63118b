import { Injectable } from '@nestjs/common';
import { Invalid } from '../../faults/faults';
import type { Actor } from '../audit/actor';
import { AuditLog } from '../audit/audit-log';
import { Mailer } from '../mail/mailer';
import type { Announcement } from './announcement-input';
import { AddresseesRepository } from './addressees.repository';

const mostAddressees = 10_000;
const mostIds = 500;

/** To leave some of them out would be told nobody. */
function refuseMore(list: readonly string[], max: number): void {
  if (list.length > max) throw new Invalid('target', 'tooMany', { max });
}

/** Mails of administrators to all users, those of organizations, or some. */
@Injectable()
export class Announcements {
  constructor(
    private readonly rows: AddresseesRepository,
    private readonly mailer: Mailer,
    private readonly audit: AuditLog,
  ) {}

  /**
   * Addresses of the enabled users meant, all of them.
   *
   * @throws Invalid of `target` when there are none, or more than are mailed to at once
   */
  async addressesOf({ to, target }: Announcement): Promise<readonly string[]> {
    const ids = [...new Set(target.split(/[\s,]+/).filter((id) => id !== ''))];
    if (to !== 'all') refuseMore(ids, mostIds);
    const addresses =
      to === 'all'
        ? await this.rows.addressesOf(mostAddressees + 1)
        : await this.rows.addressesOf(
            mostAddressees + 1,
            to === 'organization' ? 'organizations' : 'users',
            ids,
          );
    if (addresses.length === 0) throw new Invalid('target', 'notFoundHere');
    refuseMore(addresses, mostAddressees);
    return addresses;
  }

  /** One mail each, so that nobody reads the others' addresses. */
  send(actor: Actor, { to, subject, body }: Announcement, addresses: readonly string[]): void {
    for (const address of addresses) this.mailer.send({ to: address, subject, text: body });
    const details = { mails: addresses.length, subject };
    this.audit.recordDone(actor, 'users.notify', { subject: to, details });
  }
}
