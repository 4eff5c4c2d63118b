import type { AddressInfo } from 'node:net';
import { NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { StoppableServer } from '@smart-city/lifecycle';
import { AppModule } from './app.module';
import type { Options } from './cli/options';
import { endOnSignals } from './end-on-signals';
import { openDatabase } from './database/data-source';
import { isDuplicate } from './database/database-errors';
import { configureHttp } from './http/configure-http';
import { ExpressServer } from './http/express-server';
import type { Logger } from './http/logger';
import { PublicUrl } from './http/public-url';
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
  const server = new StoppableServer(app.getHttpServer());
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

  endOnSignals(app, server, options, log);
}
