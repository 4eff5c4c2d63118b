import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { request as send, type IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Controller, Get, Module, Post, type INestApplication } from '@nestjs/common';
import { NgsiError } from '@smart-city/context';
import { readBrokerOptions } from '../cli/options';
import type { ReadContext } from '../context/request-context';
import { createApp } from '../create-app';
import { openLog } from '../logs/broker-log';
import { Answer } from './answer';
import type { Face, RequestFault } from './face';
import { listen } from './listen';
import { JsonPayload, PathPart, Reading } from './parameters';
import { ForClients } from './route-facts';
import { RouteTable } from './route-table';
import { NO_PARAMETERS } from './url-parameters';

/** A fault that only this protocol knows. */
class ToyFault extends Error {
  constructor(
    readonly status: number,
    message: string,
    readonly headers: readonly string[] = [],
  ) {
    super(message);
  }
}

/** A protocol with its own prefix, tenant header and faults, whose names may be addresses. */
const TOY_FACE: Face = {
  prefixes: ['toy'],
  exactCase: true,
  takesEmptyParts: false,
  splitsBeforeDecoding: true,
  tenantHeaders: ['toy-tenant', 'fiware-service'],
  readsTexts: false,
  isTimedApart: false,
  answersPreflights: false,
  grantedParameters: new Set(),
  checks: [
    {
      run: ({ contentType, contentLength }) => {
        if (contentLength !== 0 && contentType !== 'application/toy') throw new ToyFault(415, 'no toy');
      },
    },
  ],
  readParameters: () => NO_PARAMETERS,
  opensToOrigins: () => false,
  noSuchPath: ({ path }) => new ToyFault(404, `no ${path}`),
  noSuchVerb: (_request, allow) => new ToyFault(405, 'not so', ['Allow', allow]),
  faultOf: (thrown) => (thrown instanceof ToyFault || thrown instanceof NgsiError ? thrown : undefined),
  internalFault: () => new ToyFault(500, 'broken'),
  faultAnswer: (_request, fault: RequestFault) =>
    new Answer(
      fault.status,
      JSON.stringify({ title: fault.message }),
      fault instanceof ToyFault ? fault.headers : [],
      'application/problem+json',
    ),
};

@ForClients()
@Controller('/toy/things/:id')
class ToyController {
  @Get(':name')
  show(
    @PathPart('id') id: string,
    @PathPart('name') name: string,
    @Reading() { tenancy }: ReadContext,
  ): string {
    return JSON.stringify([id, name, tenancy.tenant]);
  }

  @Post()
  fail(@JsonPayload() payload: unknown): never {
    throw new Error(`not expected: ${String(payload)}`);
  }
}

@Module({ controllers: [ToyController] })
class ToyModule {
  constructor(routes: RouteTable) {
    routes.speak(TOY_FACE);
  }
}

describe('a face', () => {
  let folder: string;
  let app: INestApplication;
  let port: number;

  const ask = async (method: string, path: string, headers: Record<string, string> = {}, body?: string) => {
    const request = send({ port, method, path, host: 'localhost', headers }).end(body);
    const [answer] = (await once(request, 'response')) as [IncomingMessage];
    const chunks = (await answer.setEncoding('utf8').toArray()) as readonly string[];
    return {
      status: answer.statusCode,
      headers: answer.headers,
      body: JSON.parse(chunks.join('')) as unknown,
    };
  };

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'face-'));
    const { options } = readBrokerOptions(
      [
        ...['-port', '0', '-logDir', folder, '-logLevel', 'NONE'],
        '-multiservice',
        '-inReqPayloadMaxSize',
        '100',
        '-dbURI',
        `sqlite:${folder}`,
      ],
      {},
    );
    app = await createApp(options, openLog(options), [ToyModule]);
    ({ port } = await listen(app, options));
  });

  afterAll(async () => {
    await app.close();
    await rm(folder, { recursive: true });
  });

  it('may have parts of a path that are addresses', async () => {
    const { status, body } = await ask('GET', '/toy/things/E/https%3A%2F%2Fa%2Fb');
    expect({ status, body }).toEqual({ status: 200, body: ['E', 'https://a/b', ''] });
    // NGSIv2 tells its paths apart when they are decoded, as Orion does.
    expect(await ask('GET', '/v2/entities/E/attrs%2Fa')).toMatchObject({ body: { error: 'NotFound' } });
  });

  it('names the tenant in its own header, of which the first counts', async () => {
    for (const name of ['Toy-Tenant', 'Fiware-Service'])
      expect(await ask('GET', '/toy/things/E/a', { [name]: 'T' })).toMatchObject({ body: ['E', 'a', 't'] });
    const both = { 'Fiware-Service': 'other', 'Toy-Tenant': 't' };
    expect(await ask('GET', '/toy/things/E/a', both)).toMatchObject({ body: ['E', 'a', 't'] });
  });

  it('tells of its unknown paths and verbs', async () => {
    const type = { 'content-type': 'application/problem+json' };
    expect(await ask('GET', '/toy/none')).toMatchObject({
      ...{ status: 404, headers: type, body: { title: 'no /toy/none' } },
    });
    expect(await ask('DELETE', '/toy/things/E/a')).toMatchObject({
      ...{ status: 405, headers: { ...type, allow: 'GET' }, body: { title: 'not so' } },
    });
  });

  it('tells what the frame refuses, its own checks, faults of bodies, and what nobody expected', async () => {
    const toy = { 'Content-Type': 'application/toy' };
    expect(await ask('POST', '/toy/things/E', {}, '{}')).toMatchObject({ status: 415 });
    expect(await ask('POST', '/toy/things/E', toy, '{')).toMatchObject({ status: 400 });
    expect(await ask('POST', '/toy/things/E', toy, '{}')).toMatchObject({
      status: 500,
      body: { title: 'broken' },
    });
    expect(await ask('POST', '/toy/things/E', toy, ' '.repeat(200))).toMatchObject({
      ...{ status: 413, headers: { 'content-type': 'application/problem+json' } },
    });
  });

  it('leaves other paths as they are', async () => {
    expect(await ask('GET', '/v2/none')).toMatchObject({ status: 400, body: { error: 'BadRequest' } });
    expect(await ask('GET', '/none')).toMatchObject({ status: 400, body: { orionError: { code: '400' } } });
  });
});
