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

/** Rows that a search by name finds. */
export interface FoundByName {
  /** At most twenty, by name. */
  readonly found: readonly Found[];
  /** Whether there are more. */
  readonly isCut: boolean;
}

const nothing: FoundByName = { found: [], isCut: false };

/** One more is asked for than is given, to know whether there are more. */
const firstOf = (rows: readonly Found[]): FoundByName => ({
  found: rows.slice(0, mostFound),
  isCut: rows.length > mostFound,
});

/** Finds users, organizations and applications by name, whatever its case and accents, for choosing one; at least two characters. */
@Injectable()
export class Directory {
  constructor(private readonly rows: DirectoryRepository) {}

  /** By part of the user name, or by the whole address: addresses cannot be explored. */
  async users(text: string): Promise<FoundByName> {
    if (text.length < 2) return nothing;
    return firstOf(await this.rows.findUsers(text, text.trim().toLowerCase(), mostFound + 1));
  }

  async organizations(text: string): Promise<FoundByName> {
    return text.length < 2 ? nothing : firstOf(await this.rows.findOrganizations(text, mostFound + 1));
  }

  async applications(text: string): Promise<FoundByName> {
    return text.length < 2 ? nothing : firstOf(await this.rows.findApplications(text, mostFound + 1));
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
