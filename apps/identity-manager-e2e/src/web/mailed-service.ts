import { sharedService, type ServiceProcess } from '@smart-city/testing';
import { fromThisFile, openSqlite, startIdentityManager, type TestDatabase } from '../each-database';
import { Admin } from '../provision';
import { Mailbox } from './mailbox';

/** Settings of a service whose pages have all that is optional; files that ask for them share it. */
export const optionalParts: Record<string, string> = {
  IDM_ENABLE_2FA: 'true',
  IDM_TERMS_URL: 'https://city.example.org/terms',
  IDM_OAUTH_JWT_TOKEN_TYPE: 'bearer',
};

/** A service with a mail server, and its administrator. */
export class MailedService {
  private isShared = false;

  private constructor(
    private readonly process: ServiceProcess,
    readonly database: TestDatabase,
    readonly mailbox: Mailbox,
    readonly admin: Admin,
  ) {}

  /**
   * The one without settings, and that with {@link optionalParts}, is shared with the other test files of this process, which see each other's users, applications and mails;
   * nobody ends it.
   */
  static open(env: Record<string, string>): Promise<MailedService> {
    const isShared = Object.keys(env).length === 0 || env === optionalParts;
    return isShared ? MailedService.shared(env) : MailedService.start(env);
  }

  private static async shared(env: Record<string, string>): Promise<MailedService> {
    const key = `identity manager with a mail server and ${JSON.stringify(env)}`;
    const started = await sharedService(key, async () => {
      const service = await MailedService.start(env);
      const { process, mailbox, database } = service;
      mailbox.unref();
      const remove = () => Promise.all([mailbox.close(), database.drop()]);
      return { shared: service, process, remove };
    });
    const { process, database, mailbox, admin } = started;
    const service = new MailedService(process, fromThisFile(database), mailbox, admin);
    service.isShared = true;
    return service;
  }

  private static async start(env: Record<string, string>): Promise<MailedService> {
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
    if (this.isShared) return;
    await this.process.stop();
    await this.mailbox.close();
    await this.database.drop();
  }
}
