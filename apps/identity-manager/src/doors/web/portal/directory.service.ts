import { Injectable } from '@nestjs/common';
import { internalApplicationId } from '../../../subjects/applications/internal-application';
import { foldedPart } from '../../../database/fold-text';
import { Sql } from '../../../database/sql';
import { emailKey } from '../../../subjects/users/email-address';

export interface Found {
  readonly id: string;
  readonly name: string;
  readonly image: string;
}

const mostFound = 20;

/** Finds people, organizations and applications by name, whatever its case and accents, for choosing one; at least two characters. */
@Injectable()
export class Directory {
  constructor(private readonly sql: Sql) {}

  /** By part of the user name, or by the whole address: addresses cannot be explored. */
  async users(text: string): Promise<readonly Found[]> {
    if (text.length < 2) return [];
    return this.sql.all<Found>(
      `SELECT id, username AS name, image FROM users WHERE enabled = TRUE AND (${this.sql.folded('username')} LIKE ? ESCAPE '!' OR email_lower = ?) ORDER BY username, id LIMIT ${mostFound}`,
      foldedPart(text),
      emailKey(text),
    );
  }

  async organizations(text: string): Promise<readonly Found[]> {
    if (text.length < 2) return [];
    return this.sql.all<Found>(
      `SELECT id, name, image FROM organizations WHERE ${this.sql.folded('name')} LIKE ? ESCAPE '!' ORDER BY name, id LIMIT ${mostFound}`,
      foldedPart(text),
    );
  }

  async applications(text: string): Promise<readonly Found[]> {
    if (text.length < 2) return [];
    return this.sql.all<Found>(
      `SELECT id, name, image FROM applications WHERE id <> '${internalApplicationId}' AND ${this.sql.folded('name')} LIKE ? ESCAPE '!' ORDER BY name, id LIMIT ${mostFound}`,
      foldedPart(text),
    );
  }
}
