import { NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import supertest, { type Test } from 'supertest';
import { AppModule } from './app.module';
import type { UserRow } from './database/entities/user.row';
import { WebSessionRow } from './database/entities/web-session.row';
import { openMemoryDatabase, type MemoryDatabase } from './database/memory-database';
import { configureHttp } from './http/configure-http';
import { ExpressServer } from './http/express-server';
import { Logger } from './service/logger';
import { randomKey, tokenHash } from './service/random-token';

const ONE_HOUR_MS = 3_600_000;

/** The browser of somebody who is signed in, without the browser: pages and their forms over plain HTTP. */
export interface TestVisitor {
  /** Names of the session's cookie (`idm.sid`) and of the token of forms. */
  readonly cookies: string;
  readonly token: string;
  get(path: string): Test;
  /** @param fields  a list is sent as several fields of one name */
  post(path: string, fields?: Readonly<Record<string, string | readonly string[]>>): Test;
}

/** The whole service in this process, on a database of the test's own. */
export interface TestPages extends MemoryDatabase {
  readonly app: NestExpressApplication;
  as(user: UserRow): Promise<TestVisitor>;
}

/** @param env  settings, as in the environment of the service */
export async function openTestPages(env: NodeJS.ProcessEnv = {}): Promise<TestPages> {
  const database = await openMemoryDatabase({
    IDM_ENCRYPTION_KEY: 'k'.repeat(32),
    IDM_CLEANUP_INTERVAL: '0',
    IDM_PASSWORD_HASH_MEMORY: '1024',
    IDM_HOST: 'http://id.city.example',
    ...env,
  });
  const { options, dataSource } = database;
  const app = await NestFactory.create<NestExpressApplication>(
    AppModule.register(options, dataSource, new Logger('NONE')),
    new ExpressServer(options.maxHeaderBytes, 0),
    { bodyParser: false, logger: false },
  );
  configureHttp(app, options);
  await app.init();
  const client = () => supertest(app.getHttpServer());

  async function as({ id: userId }: UserRow): Promise<TestVisitor> {
    const session = randomKey();
    const now = Date.now();
    await dataSource.getRepository(WebSessionRow).insert({
      sessionHash: tokenHash(session),
      userId,
      oauthSignIn: false,
      secondFactorPending: false,
      address: '192.0.2.1',
      userAgent: 'Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0',
      authTime: now,
      lastSeenAt: now,
      expiresAt: now + ONE_HOUR_MS,
      createdAt: now,
    });
    const page = await client().get('/idm/settings').set('Cookie', `idm.sid=${session}`);
    const [csrf = ''] = String(page.headers['set-cookie']).split(';');
    const cookies = `idm.sid=${session}; ${csrf}`;
    const token = /name="_csrf" value="([^"]+)"/.exec(page.text)?.[1] ?? '';
    return {
      cookies,
      token,
      get: (path) => client().get(path).set('Cookie', cookies),
      post: (path, fields = {}) =>
        client()
          .post(path)
          .set('Cookie', cookies)
          .type('form')
          .send({ _csrf: token, ...fields }),
    };
  }

  return { ...database, app, as, close: () => app.close() };
}
