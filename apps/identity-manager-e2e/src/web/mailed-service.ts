import type { ServiceProcess } from '@smart-city/testing';
import { openSqlite, startIdentityManager, type TestDatabase } from '../each-database';
import { Admin } from '../provision';
import { Mailbox } from './mailbox';

/** A service of its own with a mail server, and its administrator. */
export class MailedService {
  private constructor(
    private readonly process: ServiceProcess,
    readonly database: TestDatabase,
    readonly mailbox: Mailbox,
    readonly admin: Admin,
  ) {}

  static async open(env: Record<string, string>): Promise<MailedService> {
    const [database, mailbox] = [await openSqlite(), await Mailbox.open()];
    const process = await startIdentityManager(database, {
      IDM_RATE_LIMIT_ENABLED: 'false',
      ...mailbox.env,
      ...env,
    });
    return new MailedService(process, database, mailbox, await Admin.login(process.url));
  }

  get url(): string {
    return this.process.url;
  }

  async close(): Promise<void> {
    await this.process.stop();
    await this.mailbox.close();
    await this.database.drop();
  }
}
