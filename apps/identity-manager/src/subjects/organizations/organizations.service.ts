import { Inject, Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { In, type Repository } from 'typeorm';
import { Sql } from '../../database/sql';
import type { Clock } from '../../service/clock';
import { Caches } from '../../service/timed-cache';
import { CLOCK } from '../../service/tokens';
import {
  MembershipRow,
  OrganizationRow,
  type OrganizationRole,
} from '../../database/entities/organization.row';

/** An organization as one of its users sees it. */
export interface OwnOrganization {
  readonly role: OrganizationRole;
  readonly organization: OrganizationRow;
}

/** Organizations; their users are the business of `OrganizationMembers`. */
@Injectable()
export class OrganizationsService {
  constructor(
    @InjectRepository(OrganizationRow) private readonly rows: Repository<OrganizationRow>,
    @InjectRepository(MembershipRow) private readonly memberships: Repository<MembershipRow>,
    private readonly sql: Sql,
    private readonly caches: Caches,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** Those in which the user is owner or member, oldest first. */
  async ofUser(userId: string): Promise<readonly OwnOrganization[]> {
    const roles = new Map(
      (await this.memberships.findBy({ userId })).map(({ organizationId, role }) => [organizationId, role]),
    );
    const organizations = await this.rows.find({
      where: { id: In([...roles.keys()]) },
      order: { createdAt: 'ASC', id: 'ASC' },
    });
    return organizations.map((organization) => ({
      role: roles.get(organization.id) ?? 'member',
      organization,
    }));
  }

  /** The creator becomes owner in the same step. */
  async create(organization: Omit<OrganizationRow, 'createdAt'>, ownerId: string): Promise<void> {
    const { id, name, description, website, image } = organization;
    await this.sql.atomically([
      {
        sql: 'INSERT INTO organizations (id, name, description, website, image, created_at) VALUES (?, ?, ?, ?, ?, ?)',
        values: [id, name, description, website, image, this.clock.now()],
      },
      {
        sql: "INSERT INTO memberships (user_id, organization_id, role) VALUES (?, ?, 'owner')",
        values: [ownerId, id],
      },
    ]);
    this.caches.clear();
  }

  async update(
    id: string,
    columns: Pick<OrganizationRow, 'name' | 'description' | 'website'>,
  ): Promise<void> {
    await this.rows.update({ id }, columns);
    this.caches.clear();
  }

  /** Its memberships and the roles given to it go with it. */
  async delete(id: string): Promise<void> {
    await this.rows.delete({ id });
    this.caches.clear();
  }
}
