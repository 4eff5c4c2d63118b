import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { INestApplication } from '@nestjs/common';
import { createConfig, lintFromString } from '@redocly/openapi-core';
import { readBrokerOptions } from '../../cli/options';
import { createApp } from '../../create-app';
import { listen } from '../../http/listen';
import { RouteTable } from '../../http/route-table';
import { openLog } from '../../logs/broker-log';
import { allOperations, renderOpenApi } from './openapi';

const keyed = (key: string) => {
  const [verb = '', path = ''] = key.split(' ');
  return { verb, path };
};

describe('the OpenAPI document of the broker', () => {
  let folder: string;
  let app: INestApplication;
  let routes: RouteTable;

  /** With every route that any option or version turns on. */
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'openapi-'));
    const endpoints = join(folder, 'endpoints.json');
    await writeFile(endpoints, '{}', { mode: 0o600 });
    const { options } = readBrokerOptions(
      [
        ...[
          '-port',
          '0',
          '-compatVersion',
          '3.12.0',
          '-logDir',
          folder,
          '-logLevel',
          'NONE',
          '-dbURI',
          `sqlite:${folder}`,
        ],
        ...['-adminConsole', '-registrationPatch', '-notifDeadLetters', '1', '-endpoints', endpoints],
      ],
      {},
    );
    app = await createApp(options, openLog(options));
    await listen(app, options);
    routes = app.get(RouteTable);
  });

  afterAll(async () => {
    await app.close();
    await rm(folder, { recursive: true });
  });

  /** A face may leave its document to who standardizes it. */
  const isDescribed = (route: string) => {
    const face = routes.faceOf(route.split('/').slice(1));
    return face === routes.others || face.described !== undefined;
  };

  it('describes every route of the broker, and no other; of its pages the first', () => {
    const isPage = (route: string) => / \/(?:$|admin\/console\/)/.test(route);
    expect(Object.keys(allOperations(routes.described())).sort()).toEqual(
      routes
        .list()
        .map(({ verb, path }) => `${verb} ${path}`)
        .filter((route) => !isPage(route) && isDescribed(route))
        .sort(),
    );
  });

  it('no route of the broker is closed for want of a word on who may use it', () => {
    const silent = routes
      .list()
      .filter(({ verb, path }) => {
        const resource = routes.find(path === '/' ? [] : path.split('/').slice(1));
        return resource?.operations.get(verb)?.facts.audience === undefined;
      })
      .map(({ verb, path }) => `${verb} ${path}`);
    expect(silent).toEqual([]);
  });

  it('has the routes that are there, and only those', () => {
    const { paths } = renderOpenApi([keyed('GET /v2/entities/:id')], routes.described());
    expect(Object.entries(paths).map(([path, methods]) => [path, Object.keys(methods)])).toEqual([
      ['/v2/entities/{id}', ['get']],
    ]);
  });

  it('is valid by the rules of others', async () => {
    const document = renderOpenApi(routes.list(), routes.described());
    const config = await createConfig({
      extends: ['recommended'],
      // Facts about the service cannot be asked for in a wrong way.
      rules: {
        'info-license': 'off',
        'operation-4xx-response': 'off',
      },
    });
    const problems = await lintFromString({ source: JSON.stringify(document), config });
    expect(
      problems.map(({ ruleId, message, location }) => `${ruleId}: ${message} ${location[0]?.pointer}`),
    ).toEqual([]);
  });
});
