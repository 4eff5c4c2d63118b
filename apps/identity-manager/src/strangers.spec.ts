import 'reflect-metadata';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import {
  askAsStranger,
  comeFromElsewhere,
  deploymentsOf,
  differences,
  documentedForStrangers,
  type AnswerToStranger,
  type Deployment,
} from '@smart-city/testing';
import { AppModule } from './app.module';
import { loadOptions } from './cli/options';
import { openDatabase } from './database/data-source';
import { ApiDescription } from './doors/docs/api-description';
import { configureHttp } from './http/configure-http';
import { ExpressServer } from './http/express-server';
import { Opening } from './http/opening';
import { RouteTable } from './http/route-table';
import { Logger } from './service/logger';

/** Settings of the test that differ from the deployment: a database of its own, and an address that is one. */
const isOwn = (name: string) => name.startsWith('IDM_DB_') || name === 'IDM_HOST';

const isRefused = ({ status, location, text }: AnswerToStranger) =>
  [401, 403].includes(status) ||
  location.startsWith('/auth/login') ||
  (status === 400 && /x-(?:auth|subject)-token/i.test(text));

/** Asks every route of an identity manager that is configured as documented, from another machine and without signing in. */
async function answersOf({ env }: Deployment): Promise<readonly AnswerToStranger[]> {
  const folder = await mkdtemp(join(tmpdir(), 'strangers-'));
  const kept = Object.entries(env).filter(([name]) => !isOwn(name));
  const IDM_HOST = 'https://identity.example';
  const options = loadOptions({ ...Object.fromEntries(kept), IDM_HOST, IDM_DATA_DIR: folder });
  const dataSource = await openDatabase(options, () => undefined);
  const app = await NestFactory.create<NestExpressApplication>(
    AppModule.register(options, dataSource, new Logger('NONE')),
    new ExpressServer(options.maxHeaderBytes, options.requestTimeoutMs),
    { bodyParser: false, logger: false, abortOnError: false },
  );
  try {
    const opening = new Opening();
    opening.open();
    configureHttp(app, options, undefined, opening);
    app.get(ApiDescription).describes(app);
    await app.listen(0, '127.0.0.1');
    const server = app.getHttpServer();
    comeFromElsewhere(server);
    const answers: AnswerToStranger[] = [];
    for (const route of app.get(RouteTable).list()) answers.push(await askAsStranger(server, route));
    return answers;
  } finally {
    await app.close();
    await rm(folder, { recursive: true });
  }
}

describe('docs/security.md, "What a stranger may do"', () => {
  const documented = documentedForStrangers('Identity manager');

  it('names every documented start', async () => {
    const deployments = await deploymentsOf('identity-manager');
    expect([...documented.keys()].sort()).toEqual(deployments.map(({ name }) => name).sort());
  });

  it.each([...documented])('says what %s serves', async (name, access) => {
    const deployments = await deploymentsOf('identity-manager');
    const answers = await answersOf(deployments.find((deployment) => deployment.name === name)!);
    expect(differences(answers, isRefused, access)).toEqual([]);
  });
});
