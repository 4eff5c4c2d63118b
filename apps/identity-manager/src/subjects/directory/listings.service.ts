import { Injectable } from '@nestjs/common';
import type { ListPart } from '@smart-city/lists';
import { inGroups } from '../../database/in-groups';
import type { Actor } from '../audit/actor';
import { AuditLog } from '../audit/audit-log';
import { ListingsRepository, type Listed, type ListingKind, type ListingSort } from './listings.repository';

/** All applications and all organizations, for administrators. Doors ask before whether the actor is one. */
@Injectable()
export class Listings {
  constructor(
    private readonly rows: ListingsRepository,
    private readonly audit: AuditLog,
  ) {}

  /** @param text  part of the name, whatever case and accents; empty for all */
  count(kind: ListingKind, text: string): Promise<number> {
    return this.rows.count(kind, text);
  }

  page<Kind extends ListingKind>(
    kind: Kind,
    text: string,
    part: ListPart<ListingSort>,
  ): Promise<readonly Listed[Kind][]> {
    return this.rows.page(kind, text, part);
  }

  /** All that are found, in groups by id. Who takes so much along is in the audit log. */
  async *export<Kind extends ListingKind>(
    actor: Actor,
    kind: Kind,
    text: string,
  ): AsyncGenerator<readonly Listed[Kind][]> {
    this.audit.recordDone(actor, `${kind}.export`, { details: { text } });
    yield* inGroups<Listed[Kind]>((last, limit) => this.rows.after(kind, text, last?.id ?? '', limit));
  }
}
