import 'reflect-metadata';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { Agent, request as send, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { documentedWalk, FileTracer, filesOfWalk, passedByAll, type PassedFiles } from '@smart-city/testing';
import { DataSource } from 'typeorm';
import { AppModule } from './app.module';
import { loadOptions } from './cli/options';
import { openDatabase } from './database/data-source';
import { ApplicationRow, KEYROCK_APPLICATION } from './database/entities/application.row';
import { UserRow } from './database/entities/user.row';
import { SecretCipher } from './database/secret-cipher';
import { configureHttp } from './http/configure-http';
import { ExpressServer } from './http/express-server';
import { Opening } from './http/opening';
import { Logger } from './service/logger';
import { ClientsService } from './subjects/applications/clients.service';
import { AuditLog } from './subjects/audit/audit-log';
import { TokenIssuer } from './subjects/tokens/token-issuer';

const SOURCE = fileURLToPath(new URL('.', import.meta.url));
/** What a timer happens to run meanwhile is not in every one of so many walks. */
const WALKS = 3;

describe('the way of a request', () => {
  let folder: string;
  let app: NestExpressApplication;
  let agent: Agent;
  let tracer: FileTracer;
  let token: string;
  /** Called when the answer to a request is written, before anybody takes note of it. */
  let onAnswer: () => void = () => undefined;

  const call = async (method: string, path: string, headers: Record<string, string>, body?: string) => {
    const { port } = app.getHttpServer().address() as AddressInfo;
    const request = send({ port, host: '127.0.0.1', method, path, agent, headers });
    request.end(body);
    const [answer] = (await once(request, 'response')) as [NodeJS.ReadableStream & { statusCode: number }];
    let text = '';
    for await (const chunk of answer) text += String(chunk);
    return { status: answer.statusCode, text };
  };

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'identity-walk-'));
    const options = loadOptions({ IDM_DATA_DIR: folder });
    const dataSource = await openDatabase(options, () => undefined);
    app = await NestFactory.create<NestExpressApplication>(
      AppModule.register(options, dataSource, new Logger('NONE')),
      new ExpressServer(options.maxHeaderBytes, options.requestTimeoutMs),
      { bodyParser: false, logger: false, abortOnError: false },
    );
    // As a service that has started: requests find it open.
    const opening = new Opening();
    opening.open();
    configureHttp(app, options, undefined, opening);
    await app.listen(0, '127.0.0.1');
    const server: Server = app.getHttpServer();
    server.prependListener('request', (_request, response) => {
      response.once('prefinish', () => onAnswer());
    });
    token = await tokenOfUser(app);
    agent = new Agent({ keepAlive: true });
    tracer = new FileTracer(SOURCE, true);
  });

  afterAll(async () => {
    // Where opening failed, the run ends all the same.
    tracer?.stop();
    agent?.destroy();
    await app?.close();
    await rm(folder, { recursive: true });
  });

  /** What every one of several walks passes. */
  async function several(walk: () => Promise<{ readonly status: number }>): Promise<readonly string[]> {
    let passed: PassedFiles = new Set();
    onAnswer = () => (passed = tracer.passed());
    // The first one fills the caches.
    await walk();
    const walks: PassedFiles[] = [];
    while (walks.length < WALKS) {
      // What the walk before left to be written later.
      await app.get(AuditLog).flush();
      tracer.passed();
      expect((await walk()).status).toBe(200);
      walks.push(passed);
    }
    onAnswer = () => undefined;
    return passedByAll(walks);
  }

  it('a token passes the files that the architecture names: ten, in eight steps', async () => {
    const headers = {
      authorization: `Basic ${Buffer.from('walk:secret').toString('base64')}`,
      'content-type': 'application/x-www-form-urlencoded',
    };
    const passed = await several(() =>
      call('POST', '/oauth2/token', headers, 'grant_type=client_credentials'),
    );
    const steps = documentedWalk('A token');
    expect(passed).toEqual([...filesOfWalk(steps)].sort());
    expect(steps.length).toBeLessThanOrEqual(8);
    expect(passed.length).toBeLessThanOrEqual(10);
  });

  it('the record of a user passes the files that the architecture names: eleven, in eight steps', async () => {
    const passed = await several(() => call('GET', '/user', { authorization: `Bearer ${token}` }));
    const steps = documentedWalk('The record of a user');
    expect(passed).toEqual([...filesOfWalk(steps)].sort());
    expect(steps.length).toBeLessThanOrEqual(8);
    expect(passed.length).toBeLessThanOrEqual(11);
  });
});

/** An application `walk` with a token of a user. */
async function tokenOfUser(app: NestExpressApplication): Promise<string> {
  const { manager } = app.get(DataSource);
  await manager.insert(ApplicationRow, {
    id: 'walk',
    name: 'walk',
    secretEncrypted: app.get(SecretCipher).encrypt('secret'),
    image: 'default',
    grantType: 'client_credentials,password',
    tokenTypes: 'bearer',
    defaultTokenKind: 'bearer',
    ...KEYROCK_APPLICATION,
    createdAt: 0,
  });
  await manager.insert(UserRow, {
    id: 'user',
    username: 'user',
    email: 'user@example.org',
    emailLower: 'user@example.org',
    image: 'default',
    enabled: true,
    datePassword: 0,
    lastSignInAt: 0,
    updatedAt: 0,
    createdAt: 0,
  });
  const client = (await app.get(ClientsService).find('walk'))!;
  const issued = await app.get(TokenIssuer).issue({
    client,
    owner: { type: 'user', id: 'user' },
    scope: { kind: 'bearer', permanent: false, openid: false, words: [] },
    grantType: 'password',
    familyId: 'family',
    withRefreshToken: true,
    authTime: 0,
  });
  return issued!.accessToken;
}
