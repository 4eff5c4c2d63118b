import { Injectable } from '@nestjs/common';
import { Invalid } from '../../faults/faults';
import type { Actor } from '../audit/actor';
import { AuditLog } from '../audit/audit-log';
import { Mailer } from '../mail/mailer';
import type { Announcement } from './announcement-input';
import { AddresseesRepository, type Addressee } from './addressees.repository';
import { namedIn, wordsOf, type Named } from './named-addressees';

const mostAddressees = 10_000;
const mostWords = 1_000;

/** Whom a mail to many goes to. */
export interface Addressees {
  readonly addresses: readonly string[];
  /** Those that were named; nobody where it goes to all. */
  readonly named: readonly Addressee[];
  /** Names of nobody who can get a mail, as they were written. */
  readonly unknown: readonly string[];
}

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
   * Addresses of the enabled users meant, all of them, and whom the list names.
   *
   * @throws Invalid of `target` when there are none, or more than are mailed to at once
   */
  async of({ to, target }: Announcement): Promise<Addressees> {
    const { found: named, unknown } =
      to === 'all' ? { found: [], unknown: [] } : await this.named(to, target);
    const ids = named.map(({ id }) => id);
    const of = to === 'organization' ? 'organizations' : 'users';
    const addresses = await (to === 'all'
      ? this.rows.addressesOf(mostAddressees + 1)
      : this.rows.addressesOf(mostAddressees + 1, of, ids));
    if (addresses.length === 0) throw new Invalid('target', 'notFoundHere');
    refuseMore(addresses, mostAddressees);
    return { addresses, named, unknown };
  }

  private async named(to: string, target: string): Promise<Named> {
    const words = wordsOf(target);
    refuseMore(words, mostWords);
    return namedIn(
      target,
      await (to === 'organization' ? this.rows.organizationsCalled(words) : this.rows.usersCalled(words)),
    );
  }

  /** One mail each, so that nobody reads the others' addresses. */
  send(actor: Actor, { to, subject, body }: Announcement, addresses: readonly string[]): void {
    for (const address of addresses) this.mailer.send({ to: address, subject, text: body });
    const details = { mails: addresses.length, subject };
    this.audit.recordDone(actor, 'users.notify', { subject: to, details });
  }
}
