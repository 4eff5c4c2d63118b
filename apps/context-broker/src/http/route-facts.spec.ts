import { once } from 'node:events';
import { Controller, Get, Module, type INestApplication } from '@nestjs/common';
import { mkdtemp, rm } from 'node:fs/promises';
import { request as send, type IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readBrokerOptions } from '../cli/options';
import { createApp } from '../create-app';
import { openLog } from '../logs/broker-log';
import { addFacts } from './declared-facts';
import { listen } from './listen';
import { PathPart } from './parameters';
import { ForClients, ForOperators, type RouteFacts } from './route-facts';

@ForClients()
@Controller('/open')
class OpenController {
  @Get()
  show(): string {
    return '"open"';
  }

  @Get('operators')
  @ForOperators()
  showOperators(): string {
    return '"operators"';
  }
}

/** The route does not say who may use it. */
@Controller('/silent/:name')
class SilentController {
  @Get()
  show(@PathPart('name') name: string): string {
    return JSON.stringify(name);
  }
}

@Module({ controllers: [OpenController, SilentController] })
class AddedModule {}

describe('a route', () => {
  let folder: string;
  let app: INestApplication;
  let port: number;

  const get = async (path: string): Promise<{ readonly status: number; readonly body: string }> => {
    const request = send({ port, path, host: 'localhost' }).end();
    const [answer] = (await once(request, 'response')) as [IncomingMessage];
    const chunks = (await answer.setEncoding('utf8').toArray()) as readonly string[];
    return { status: answer.statusCode ?? 0, body: chunks.join('') };
  };

  const open = async (...args: readonly string[]): Promise<void> => {
    folder = await mkdtemp(join(tmpdir(), 'route-facts-'));
    const { options } = readBrokerOptions(
      ['-port', '0', '-logDir', folder, '-logLevel', 'FATAL', '-dbURI', `sqlite:${folder}`, ...args],
      {},
    );
    app = await createApp(options, openLog(options), [AddedModule]);
    ({ port } = await listen(app, options));
  };

  afterEach(async () => {
    await app.close();
    await rm(folder, { recursive: true });
  });

  it('that does not say who may use it is closed', async () => {
    await open();
    expect(await get('/open')).toEqual({ status: 200, body: '"open"' });
    const closed = await get('/silent/x');
    expect(closed.status).toBe(403);
    expect(closed.body).toContain('nobody may use this operation');
  });

  it('that does not say so is closed at the gate of operators too', async () => {
    await open('-adminToken', 'secret', '-adminFrom', 'any');
    expect((await get('/open')).status).toBe(200);
    for (const path of ['/open/operators', '/silent/x', '/admin/nothing'])
      expect(await get(path)).toMatchObject({ status: 401 });
  });
});

describe('facts of a route', () => {
  it('are what its handler says before what its controller says', () => {
    const facts = new Map<string, RouteFacts>();
    addFacts(facts, OpenController);
    expect([...facts].map(([route, { audience }]) => [route, audience])).toEqual([
      ['GET /open', 'clients'],
      ['GET /open/operators', 'operators'],
    ]);
  });
});
