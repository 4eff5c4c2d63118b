import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { Agent, createServer, request as send, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { INestApplication } from '@nestjs/common';
import { documentedWalk, FileTracer, filesOfWalk, passedByAll, type PassedFiles } from '@smart-city/testing';
import { readBrokerOptions } from './cli/options';
import { createApp } from './create-app';
import { listen } from './http/listen';
import { openLog } from './logs/broker-log';

const SOURCE = fileURLToPath(new URL('.', import.meta.url));
/** What a timer happens to run meanwhile is not in every one of so many walks. */
const WALKS = 3;
/** Of a PATCH to its answer, and from there to its subscriber, those that are only asked included. */
const MOST_FILES = { toAnswer: 16, toSubscriber: 10 };

describe('the way of a request', () => {
  let folder: string;
  let app: INestApplication;
  let receiver: Server;
  let agent: Agent;
  let tracer: FileTracer;
  /** Called when the answer to a request is written, before anybody takes note of it. */
  let onAnswer: () => void = () => undefined;
  /** Called when the receiver has a notification, and when it has answered it. */
  let onNotified: () => void = () => undefined;
  let onReceived: () => void = () => undefined;
  let port: number;

  const call = async (method: string, path: string, body?: unknown): Promise<number> => {
    const headers = body === undefined ? {} : { 'Content-Type': 'application/json' };
    const request = send({ port, host: 'localhost', method, path, agent, headers });
    request.end(body === undefined ? undefined : JSON.stringify(body));
    const [answer] = (await once(request, 'response')) as [NodeJS.ReadableStream & { statusCode: number }];
    answer.resume();
    await once(answer, 'end');
    return answer.statusCode;
  };

  const receiverUrl = () => `http://localhost:${(receiver.address() as AddressInfo).port}/`;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'request-walk-'));
    const { options } = readBrokerOptions(
      ['-port', '0', '-logDir', folder, '-logLevel', 'FATAL', '-dbURI', `sqlite:${folder}`],
      {},
    );
    app = await createApp(options, openLog(options));
    ({ port } = await listen(app, options));
    (app.getHttpServer() as Server).prependListener('request', (_request, response) => {
      const end = response.end.bind(response) as (...body: unknown[]) => typeof response;
      response.end = (...body: unknown[]) => {
        const ended = end(...body);
        onAnswer();
        return ended;
      };
    });
    receiver = createServer((request, response) => {
      onNotified();
      response.on('finish', () => onReceived());
      request.resume().on('end', () => response.end());
    }).listen(0);
    await once(receiver, 'listening');
    agent = new Agent({ keepAlive: true });
    await call('POST', '/v2/entities', { id: 'R', type: 'Room', temperature: { type: 'Number', value: 0 } });
    await call('POST', '/v2/subscriptions', {
      subject: { entities: [{ id: 'R', type: 'Room' }] },
      notification: { http: { url: receiverUrl() } },
    });
    tracer = new FileTracer(SOURCE);
  });

  afterAll(async () => {
    tracer.stop();
    agent.destroy();
    receiver.close();
    await app.close();
    await rm(folder, { recursive: true });
  });

  let value = 0;
  const walkOfPatch = async (): Promise<{
    readonly answer: PassedFiles;
    readonly subscriber: PassedFiles;
  }> => {
    let answer: PassedFiles = new Set();
    let subscriber: PassedFiles = new Set();
    onAnswer = () => (answer = tracer.passed());
    onNotified = () => (subscriber = tracer.passed());
    const received = new Promise<void>((resolve) => (onReceived = resolve));
    value += 1;
    tracer.passed();
    const status = await call('PATCH', '/v2/entities/R/attrs', { temperature: { type: 'Number', value } });
    expect(status).toBe(204);
    await received;
    // Its answer lies with the broker, before this: the next walk does not see how the notification ended.
    onAnswer = () => undefined;
    await call('GET', '/v2/entities/R');
    return { answer, subscriber };
  };

  const walkOfGet = async (): Promise<PassedFiles> => {
    let passed: PassedFiles = new Set();
    onAnswer = () => (passed = tracer.passed());
    tracer.passed();
    expect(await call('GET', '/v2/entities/R')).toBe(200);
    return passed;
  };

  const several = async <T>(walk: () => Promise<T>): Promise<readonly T[]> => {
    // The first one loads and connects.
    await walk();
    const walks: T[] = [];
    while (walks.length < WALKS) walks.push(await walk());
    return walks;
  };

  it('a PATCH passes the files that the architecture names, at most sixteen to its answer and ten more', async () => {
    const walks = await several(walkOfPatch);
    const toAnswer = documentedWalk('To the answer');
    const toSubscriber = documentedWalk('To the subscriber');
    const known = filesOfWalk(toAnswer);
    const noted = filesOfWalk(documentedWalk('Noted on the way out'));
    expect(passedByAll(walks.map(({ answer }) => answer))).toEqual([...known].sort());
    const later = passedByAll(walks.map(({ subscriber }) => subscriber));
    expect(later.filter((file) => !known.includes(file) && !noted.includes(file)).sort()).toEqual(
      [...filesOfWalk(toSubscriber)].sort(),
    );
    expect(later).toEqual(expect.arrayContaining([...noted]));
    expect(known.length).toBeLessThanOrEqual(MOST_FILES.toAnswer);
    expect(filesOfWalk(toSubscriber).length).toBeLessThanOrEqual(MOST_FILES.toSubscriber);
  });

  it('a subscription with conditions and a list of attributes passes those that have them beside these', async () => {
    const [subscription] = (await (await fetch(`http://localhost:${port}/v2/subscriptions`)).json()) as {
      id: string;
    }[];
    const condition = { attrs: ['temperature'], expression: { q: 'temperature>0' } };
    const notification = { http: { url: receiverUrl() }, attrs: ['temperature'] };
    const subject = { entities: [{ id: 'R', type: 'Room' }], condition };
    const status = await call('PATCH', `/v2/subscriptions/${subscription!.id}`, { subject, notification });
    expect(status).toBe(204);
    const walks = await several(walkOfPatch);
    const before = ['To the answer', 'Noted on the way out', 'To the subscriber'].flatMap((heading) =>
      filesOfWalk(documentedWalk(heading)),
    );
    expect(
      passedByAll(walks.map(({ subscriber }) => subscriber)).filter((file) => !before.includes(file)),
    ).toEqual([...filesOfWalk(documentedWalk('Where the subscription says more'))].sort());
  });

  it('a GET passes the files that the architecture names', async () => {
    const steps = documentedWalk('A GET to its answer');
    expect(passedByAll(await several(walkOfGet))).toEqual([...filesOfWalk(steps)].sort());
    expect(steps.length).toBeLessThanOrEqual(10);
  });
});
