import { randomUUID } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { differing } from '../../database/differing';
import { OrganizationRow, type OrganizationRole } from '../../database/entities/organization.row';
import { refuseTakenId } from '../../database/refuse-taken-id';
import { WHOLE, type Paging } from '../../database/paging';
import type { Clock } from '../../service/clock';
import { CLOCK } from '../../service/tokens';
import { sentText } from '../../validation/sent-text';
import type { Actor } from '../audit/actor';
import { chosenBy } from '../audit/chosen-by';
import { AuditLog } from '../audit/audit-log';
import { StateChanges } from '../changes/state-changes';
import type { ChangeOrganization, CreateOrganization } from './organization-input';
import { OrganizationsRepository } from './organizations.repository';

/** An organization as one of its users sees it. */
export interface OwnOrganization {
  readonly role: OrganizationRole;
  readonly organization: OrganizationRow;
}

/** Organizations; their members are the business of `OrganizationMembers`. Doors ask before whether the actor owns one. */
@Injectable()
export class OrganizationsService {
  constructor(
    private readonly organizations: OrganizationsRepository,
    private readonly changes: StateChanges,
    private readonly audit: AuditLog,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  find(id: string): Promise<OrganizationRow | null> {
    return this.organizations.find(id);
  }

  /** Those in which the user is owner or member, oldest first. */
  async ofUser(userId: string, paging: Paging = WHOLE): Promise<readonly OwnOrganization[]> {
    const rows = await this.organizations.ofUser(userId, paging);
    return rows.map(({ role, ...organization }) => ({ role, organization }));
  }

  /**
   * The creator becomes owner in the same step.
   *
   * @throws Conflict when another organization has the id; Forbidden for an id that anybody but an administrator chose
   */
  async create(
    actor: Actor,
    { id, name, description, website }: CreateOrganization,
  ): Promise<OrganizationRow> {
    const organization: OrganizationRow = {
      id: chosenBy(actor, id) ?? randomUUID(),
      name,
      description: description ?? null,
      website: website ?? null,
      image: 'default',
      createdAt: this.clock.now(),
    };
    await refuseTakenId(this.organizations.add(organization, actor.user.id));
    this.audit.recordDone(actor, 'organization.create', { subject: organization.id });
    return organization;
  }

  /** @returns the organization as it is now */
  async change(
    actor: Actor,
    before: OrganizationRow,
    { name, description, website }: ChangeOrganization,
  ): Promise<OrganizationRow> {
    const after = {
      ...before,
      name: name ?? before.name,
      description: sentText(description, before.description),
      website: sentText(website, before.website),
    };
    const difference = differing(OrganizationRow, before, after);
    if (!difference) return before;
    await this.organizations.change(before.id, difference.columns);
    this.changes.tell('organization', { organizationId: before.id });
    this.audit.recordDone(actor, 'organization.update', {
      subject: before.id,
      details: { members: difference.names },
    });
    return after;
  }

  async delete(actor: Actor, { id }: OrganizationRow): Promise<void> {
    await this.organizations.delete(id);
    this.changes.tell('organization', { organizationId: id });
    this.audit.recordDone(actor, 'organization.delete', { subject: id });
  }
}
