import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { Agent, createServer, request as send, type Server } from 'node:http';
import { Session, type Profiler } from 'node:inspector';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { INestApplication } from '@nestjs/common';
import { readBrokerOptions } from './cli/options';
import { createApp } from './create-app';
import { listen } from './http/listen';
import { openLog } from './logs/broker-log';

const SOURCE = fileURLToPath(new URL('.', import.meta.url));
/** What a timer happens to run meanwhile is not in every one of so many walks. */
const WALKS = 3;

/** Files of the broker that run code from one stop of a request to the next. */
type Passed = ReadonlySet<string>;

/** Tells which files have run code since it was last asked, by V8's own counters. */
class Tracer {
  private readonly session = new Session();

  constructor() {
    this.session.connect();
    this.session.post('Profiler.enable');
    this.session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
  }

  passed(): Passed {
    let scripts: readonly Profiler.ScriptCoverage[] = [];
    // Answers at once: the session is that of this very thread.
    this.session.post('Profiler.takePreciseCoverage', (_error, { result }) => (scripts = result));
    const own = scripts.filter(({ url }) => url.includes(SOURCE) && !url.endsWith('.spec.ts'));
    const ran = own.filter(({ functions }) => functions.some(({ ranges }) => ranges[0]!.count > 0));
    return new Set(ran.map(({ url }) => url.slice(url.indexOf(SOURCE) + SOURCE.length)));
  }

  stop(): void {
    this.session.disconnect();
  }
}

/** One step of a walk: the file where the request goes on, and those that it asks something there. */
interface Step {
  readonly station: string;
  readonly asked: readonly string[];
}

/** A walk as docs/architecture.md tells it: a numbered step names its station first. */
function documented(heading: string): readonly Step[] {
  const text = readFileSync(join(SOURCE, '../../../docs/architecture.md'), 'utf8');
  const start = text.indexOf(`### ${heading}\n`);
  if (start < 0) throw new Error(`docs/architecture.md has no '${heading}'`);
  const section = text.slice(start + 4).split(/\n##/, 1)[0]!;
  return section
    .split(/\n(?=\d+\. )/)
    .slice(1)
    .map((step) => {
      const [station = '', ...asked] = [...step.matchAll(/`([\w./-]+\.ts)`/g)].map(([, file]) => file!);
      return { station, asked };
    });
}

const filesOf = (steps: readonly Step[]): readonly string[] => [
  ...new Set(steps.flatMap(({ station, asked }) => [station, ...asked])),
];

/** What all of the sets have. */
const common = (sets: readonly Passed[]): Passed =>
  sets.reduce((all, set) => new Set([...all].filter((file) => set.has(file))));

describe('the way of a request', () => {
  let folder: string;
  let app: INestApplication;
  let receiver: Server;
  let agent: Agent;
  let tracer: Tracer;
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
    const url = `http://localhost:${(receiver.address() as AddressInfo).port}/`;
    await call('POST', '/v2/entities', { id: 'R', type: 'Room', temperature: { type: 'Number', value: 0 } });
    await call('POST', '/v2/subscriptions', {
      subject: { entities: [{ id: 'R', type: 'Room' }] },
      notification: { http: { url } },
    });
    tracer = new Tracer();
  });

  afterAll(async () => {
    tracer.stop();
    agent.destroy();
    receiver.close();
    await app.close();
    await rm(folder, { recursive: true });
  });

  let value = 0;
  const walkOfPatch = async (): Promise<{ readonly answer: Passed; readonly subscriber: Passed }> => {
    let answer: Passed = new Set();
    let subscriber: Passed = new Set();
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

  const walkOfGet = async (): Promise<Passed> => {
    let passed: Passed = new Set();
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

  it('a PATCH passes the files that the architecture names, at most fifteen to its answer and eight more', async () => {
    const walks = await several(walkOfPatch);
    const toAnswer = documented('To the answer');
    const toSubscriber = documented('To the subscriber');
    const known = filesOf(toAnswer);
    const noted = filesOf(documented('Noted on the way out'));
    expect([...common(walks.map(({ answer }) => answer))].sort()).toEqual([...known].sort());
    const later = [...common(walks.map(({ subscriber }) => subscriber))];
    expect(later.filter((file) => !known.includes(file) && !noted.includes(file)).sort()).toEqual(
      [...filesOf(toSubscriber)].sort(),
    );
    expect(later).toEqual(expect.arrayContaining([...noted]));
    expect(toAnswer.length).toBeLessThanOrEqual(15);
    expect(toSubscriber.length).toBeLessThanOrEqual(8);
  });

  it('a GET passes the files that the architecture names', async () => {
    const steps = documented('A GET to its answer');
    expect([...common(await several(walkOfGet))].sort()).toEqual([...filesOf(steps)].sort());
    expect(steps.length).toBeLessThanOrEqual(10);
  });
});
