import { Injectable } from '@nestjs/common';
import { DirectoryRepository, type Found } from './directory.repository';

/** How many there are of everything. */
export interface Sizes {
  readonly users: number;
  readonly organizations: number;
  readonly applications: number;
  readonly sessions: number;
}

const mostFound = 20;

/** Finds users, organizations and applications by name, whatever its case and accents, for choosing one; at least two characters. */
@Injectable()
export class Directory {
  constructor(private readonly rows: DirectoryRepository) {}

  /** By part of the user name, or by the whole address: addresses cannot be explored. */
  async users(text: string): Promise<readonly Found[]> {
    return text.length < 2 ? [] : this.rows.findUsers(text, text.trim().toLowerCase(), mostFound);
  }

  async organizations(text: string): Promise<readonly Found[]> {
    return text.length < 2 ? [] : this.rows.findOrganizations(text, mostFound);
  }

  async applications(text: string): Promise<readonly Found[]> {
    return text.length < 2 ? [] : this.rows.findApplications(text, mostFound);
  }

  /** Milliseconds that the database takes to answer at all. */
  async databaseMs(): Promise<number> {
    const start = performance.now();
    await this.rows.ping();
    return performance.now() - start;
  }

  async sizes(): Promise<Sizes> {
    const [users, organizations, applications, sessions] = await Promise.all([
      this.rows.size('users'),
      this.rows.size('organizations'),
      this.rows.size('applications'),
      this.rows.size('sessions'),
    ]);
    return { users, organizations, applications, sessions };
  }
}
