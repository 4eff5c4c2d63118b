import type { AddressInfo } from 'node:net';
import { NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { AppModule } from './app.module';
import { AuditLog } from './audit/audit-log';
import type { Options } from './cli/options';
import { openDatabase } from './database/data-source';
import { isDuplicate } from './database/database-errors';
import { configureHttp } from './http/configure-http';
import { ExpressServer } from './http/express-server';
import { errorFields, type Logger } from './http/logger';
import { PublicUrl } from './http/public-url';
import { DecisionCounts } from './pdp/decision-counts';
import { Mailer } from './users/mailer';
import { UserRow } from './users/user.row';
import { createFirstAdmin } from './users/first-admin';
import { UsersService } from './users/users.service';

/** Says the generated password once, where an operator who reads the first lines finds it. */
function announce(password: string | undefined, email: string): void {
  if (password === undefined) return;
  process.stdout.write(
    `first administrator: ${email} with password ${password} (shown only now; please change it)\n`,
  );
}

/** Builds the application, listens, and ends it on SIGTERM or SIGINT. */
export async function serve(options: Options, log: Logger): Promise<void> {
  const dataSource = await openDatabase(options, (message) => log.warn(message));
  const app = await NestFactory.create<NestExpressApplication>(
    AppModule.register(options, dataSource, log),
    new ExpressServer(options.maxHeaderBytes),
    { bodyParser: false, logger: false, abortOnError: false },
  );
  const publicUrl = app.get(PublicUrl);
  configureHttp(app, options);
  await app.init();

  const users = dataSource.getRepository(UserRow);
  try {
    announce(
      await createFirstAdmin(app.get(UsersService), () => users.count(), options),
      options.admin.email,
    );
  } catch (error) {
    // Another process of the installation was faster.
    if (!isDuplicate(error)) throw error;
  }

  await app.listen(options.port, options.listenAddress);
  const { port } = app.getHttpServer().address() as AddressInfo;
  publicUrl.listeningOn(port);
  process.stdout.write(`identity-manager listening on http://${options.listenAddress}:${port}\n`);

  let ending = false;
  const end = async (signal: string) => {
    if (ending) return;
    ending = true;
    log.info('ending', { signal });
    try {
      // Idle keep-alive connections would hold the server open.
      const closed = app.close();
      app.getHttpServer().closeIdleConnections?.();
      setTimeout(() => app.getHttpServer().closeAllConnections?.(), 2000).unref();
      await app.get(AuditLog).flush();
      await app.get(DecisionCounts).flush();
      await app.get(Mailer).flush();
      await closed;
      process.exit(0);
    } catch (error) {
      log.error('could not end cleanly', errorFields(error));
      process.exit(1);
    }
  };
  process.on('SIGTERM', () => void end('SIGTERM'));
  process.on('SIGINT', () => void end('SIGINT'));
}
