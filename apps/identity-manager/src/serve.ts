import { NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { CommandFailed, keepAddressFile, listenFault } from '@smart-city/service';
import { AppModule } from './app.module';
import type { Options } from './cli/options';
import { endOnSignals } from './end-on-signals';
import { checkEncryptionKey } from './database/check-encryption-key';
import { openDatabase } from './database/data-source';
import { SecretCipher } from './database/secret-cipher';
import { Sql } from './database/sql';
import { configureHttp } from './http/configure-http';
import { ExpressServer } from './http/express-server';
import { errorFields, type Logger } from './service/logger';
import { PublicUrl } from './service/public-url';
import { Opening } from './http/opening';
import { Servers, type Listening } from './http/servers';
import { ApiDescription } from './doors/docs/api-description';
import { meetKeyrock } from './doors/import/keyrock-in-place';
import { probeUrl } from './doors/operations/run-health';
import { MailServer } from './subjects/mail/mail-server';
import { createFirstAdmin } from './subjects/users/first-admin';
import { UserChanges } from './subjects/users/user-changes.service';
import { UsersRepository } from './subjects/users/users.repository';

/** Says the generated password once, where an operator who reads the first lines finds it. */
function announce(password: string | undefined, email: string): void {
  if (password === undefined) return;
  process.stdout.write(
    `first administrator: ${email} with password ${password} (shown only now; please change it)\n`,
  );
}

/** @throws CommandFailed  the port cannot be had, and what to do about it */
async function listenOrExplain(servers: Servers, { port, https }: Options): Promise<Listening> {
  try {
    return await servers.listen();
  } catch (error) {
    const isHttps =
      https !== undefined && error instanceof Error && 'port' in error && error.port === https.port;
    const fault = isHttps
      ? listenFault(error, https.port, 'IDM_HTTPS_PORT')
      : listenFault(error, port, 'IDM_PORT');
    throw fault === undefined ? error : new CommandFailed(`identity-manager cannot start: ${fault}`);
  }
}

/** Builds the application, listens, and ends it on SIGTERM or SIGINT. */
export async function serve(options: Options, log: Logger): Promise<void> {
  const dataSource = await openDatabase(options, (message) => log.warn(message));
  const app = await NestFactory.create<NestExpressApplication>(
    AppModule.register(options, dataSource, log),
    new ExpressServer(options.maxHeaderBytes, options.requestTimeoutMs),
    { bodyParser: false, logger: false, abortOnError: false },
  );
  await checkEncryptionKey(app.get(Sql), app.get(SecretCipher));
  const servers = new Servers(app, options);
  const opening = new Opening();
  configureHttp(app, options, () => servers.httpsPort, opening);
  await app.init();

  await meetKeyrock(options, app.get(Sql), log);
  // Before anybody is made: a start that fails here must not have shown a password.
  const { port, httpPort, addresses } = await listenOrExplain(servers, options);
  announce(
    await createFirstAdmin(app.get(UsersRepository), app.get(UserChanges), options),
    options.admin.email,
  );
  opening.open();

  app.get(ApiDescription).describes(app);
  app.get(PublicUrl).listeningOn(port);
  // Before the line that tells others: they may end the process as soon as they read it.
  endOnSignals(app, servers, options, log);
  if (options.addressFile !== undefined)
    keepAddressFile(options.addressFile, probeUrl(options.listenAddress, httpPort), (error) =>
      log.warn('cannot write the address file', errorFields(error)),
    );
  // Answers need not wait for it: whoever has to know asks again.
  if (!options.headless) void app.get(MailServer).check();
  process.stdout.write(`identity-manager listening on ${addresses.join(' and ')}\n`);
  if (options.https && options.publicUrl?.startsWith('http:'))
    log.warn('https is on, but IDM_HOST is an http address: clients that post there are refused');
}
