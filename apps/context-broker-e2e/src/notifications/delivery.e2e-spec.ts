import { once } from 'node:events';
import { eventually, startService } from '@smart-city/testing';
import { BrokerClient } from '../support/broker-client';
import { describeEachFreshStore, describeEachStore } from '../support/each-store';
import { logged } from '../support/logged';
import { answer, OK, Receiver } from '../support/receiver';
import { notificationOf, subscribe, update, value } from '../support/subscriber';

/** As `/v2/subscriptions/{id}/attempts` shows it. */
interface ShownAttempt {
  readonly request: Record<string, unknown>;
  readonly answer: { readonly status: number };
}

/** As `/v2/deadLetters` lists it. */
interface ShownLetter {
  readonly id: string;
}

describeEachStore('bad receivers', (broker) => {
  const receivers: Receiver[] = [];
  const start = async (...args: Parameters<typeof Receiver.start>) => {
    const receiver = await Receiver.start(...args);
    receivers.push(receiver);
    return receiver;
  };
  afterEach(async () => {
    await Promise.all(receivers.splice(0).map((receiver) => receiver.close()));
  });

  it.each<[string, Parameters<typeof Receiver.start>[0], Record<string, unknown>]>([
    ['hang', () => undefined, { failsCounter: 1, lastFailureReason: 'Timeout was reached' }],
    [
      'close without an answer',
      (_request, socket) => void socket.end(),
      { failsCounter: 1, lastFailureReason: 'Server returned nothing (no headers, no data)' },
    ],
    ['talk nonsense', () => 'hello\r\n\r\n', { failsCounter: 1, lastFailureReason: 'Weird server reply' }],
    ['answer 500', () => answer('500 Internal Server Error'), { lastSuccessCode: 500 }],
    ['answer 404', () => answer('404 Not Found'), { lastSuccessCode: 404 }],
    ['redirect in circles', () => answer('302 Found', 'Location: /again\r\n'), { lastSuccessCode: 302 }],
    [
      'redirect to another scheme',
      () => answer('302 Found', 'Location: file:///etc/passwd\r\n'),
      { lastSuccessCode: 302 },
    ],
    [
      'never stop answering',
      (_request, socket) => {
        const timer = setInterval(() => socket.write('x'.repeat(10_000)), 1);
        socket.on('close', () => clearInterval(timer));
        return 'HTTP/1.1 200 OK\r\n\r\n';
      },
      { lastSuccessCode: 200 },
    ],
  ])('that %s are noted and hold up nobody', async (what, behaviour, expected) => {
    // Only one that hangs is to run into it, however busy the machine is.
    const timeout = what === 'hang' ? 500 : 60_000;
    const bad = await start(behaviour);
    const good = await start();
    const client = broker().client();
    const id = await subscribe(client, `${bad.url}/x`, { http: { url: `${bad.url}/x`, timeout } });
    await subscribe(client, good.url);
    await update(client, 1);
    expect((await good.take(1)).map(({ body }) => value(body))).toEqual([1]);
    await eventually(async () => {
      const found = await notificationOf(client, id);
      return Object.entries(expected).every(([name, wanted]) => found[name] === wanted);
    });
  });

  it('are followed to where they redirect, without secrets for another host', async () => {
    const target = await start();
    const bad = await start(() => answer('307 Temporary Redirect', `Location: ${target.url}/there?x\r\n`));
    const client = broker().client();
    const id = await subscribe(client, `${bad.url}/here`);
    await client.post(
      '/v2/entities?options=keyValues',
      { id: 'E', type: 'T', A: 1 },
      { 'X-Auth-Token': 'secret' },
    );
    const [request] = await target.take(1);
    expect(bad.requests[0]!.header('X-Auth-Token')).toBe('secret');
    expect([request!.line, request!.header('X-Auth-Token'), request!.header('Host'), request!.body]).toEqual([
      'POST /there?x HTTP/1.1',
      undefined,
      `127.0.0.1:${target.port}`,
      '{"id":"E","type":"T","A":1}',
    ]);
    await eventually(async () => (await notificationOf(client, id))['lastSuccessCode'] === 200);
  });

  it('that close kept connections get the next notification all the same', async () => {
    const receiver = await start((_request, socket) => {
      setTimeout(() => socket.destroy(), 20);
      return answer('200 OK');
    });
    const client = broker().client();
    const id = await subscribe(client, receiver.url);
    for (let count = 1; count <= 5; count++) {
      await update(client, count);
      await receiver.waitFor(count);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    await eventually(async () => (await notificationOf(client, id))['timesSent'] === 5);
    expect(await notificationOf(client, id)).not.toHaveProperty('failsCounter');
  });
});

describeEachStore(
  'retries',
  (broker) => {
    it('go on until the receiver takes it, in order, under the same id', async () => {
      let fails = 3;
      const receiver = await Receiver.start(() =>
        fails-- > 0 ? answer('503 Service Unavailable') : answer('200 OK'),
      );
      const client = broker().client();
      const id = await subscribe(client, receiver.url);
      await update(client, 1);
      await update(client, 2);
      const requests = await receiver.waitFor(5);
      expect(requests.map(({ body }) => value(body))).toEqual([1, 1, 1, 1, 2]);
      expect(new Set(requests.slice(0, 4).map((request) => request.header('Notification-Id'))).size).toBe(1);
      expect(requests[4]!.header('Notification-Id')).not.toBe(requests[0]!.header('Notification-Id'));
      await eventually(async () => (await notificationOf(client, id))['lastSuccessCode'] === 200);
      expect(await notificationOf(client, id)).toMatchObject({ timesSent: 2 });
      await receiver.close();
    });

    it('are shown with what was sent and what came back, the last ones first, without credentials', async () => {
      let fails = 3;
      const receiver = await Receiver.start(() =>
        fails-- > 0 ? answer('503 Service Unavailable') : answer('200 OK'),
      );
      const client = broker().client();
      const channel = { url: `${receiver.url}/x`, headers: { Authorization: 'Basic c2VjcmV0' } };
      const id = await subscribe(client, receiver.url, { http: undefined, httpCustom: channel });
      await update(client, 1);
      await eventually(async () => (await notificationOf(client, id))['lastSuccessCode'] === 200);
      const shown = (await client.get(`/v2/subscriptions/${id}/attempts`)).json() as ShownAttempt[];
      expect(shown.map(({ answer: { status } }) => status)).toEqual([200, 503, 503]);
      const { request } = shown[0]!;
      expect(request).toMatchObject({
        method: 'POST',
        url: `${receiver.url}/x`,
        body: '{"id":"E","type":"T","A":1}',
        bodyLength: 27,
      });
      expect(request['headers']).toMatchObject({ authorization: '*****', 'Content-Length': '27' });
      const other = broker().client();
      expect((await other.get(`/v2/subscriptions/${id}/attempts`)).status).toBe(404);
      await receiver.close();
    });

    it('a test is one attempt, and changes nothing of a subscription', async () => {
      const receiver = await Receiver.start(() => answer('503 Service Unavailable'));
      const client = broker().client();
      const id = await subscribe(client, receiver.url, {}, { status: 'inactive' });
      const before = await client.get(`/v2/subscriptions/${id}`);
      const tested = await client.post(`/v2/subscriptions/${id}/test`, {});
      expect([tested.status, tested.json()]).toEqual([
        200,
        expect.objectContaining({ test: true, answer: { status: 503 } }),
      ]);
      expect((await receiver.take(1))[0]!.header('Notification-Test')).toBe('true');
      expect((await client.get(`/v2/subscriptions/${id}`)).body).toBe(before.body);
      const listed = await client.get(`/v2/subscriptions/${id}/attempts`);
      expect(listed.json()).toEqual([tested.json()]);
      await receiver.close();
      const unanswered = await client.post(`/v2/subscriptions/${id}/test`, {});
      expect(unanswered.json()).toMatchObject({ failure: 'Could not connect to server' });
      expect((await client.post(`/v2/subscriptions/${id}/test`, { to: 'http://x' })).status).toBe(400);
    });

    it('no more than twenty tests wait for receivers', async () => {
      const receiver = await Receiver.start(() => undefined);
      const client = broker().client();
      const id = await subscribe(client, receiver.url, {}, { status: 'inactive' });
      const test = async () => client.post(`/v2/subscriptions/${id}/test`, {});
      const waiting = Array.from({ length: 20 }, test);
      await receiver.waitFor(20);
      expect((await test()).status).toBe(429);
      await receiver.close();
      expect((await Promise.all(waiting)).map(({ status }) => status)).toEqual(Array(20).fill(200));
      expect((await test()).json()).toMatchObject({ failure: 'Could not connect to server' });
    });

    it('end with dead letters, which are kept until they are delivered', async () => {
      const receiver = await Receiver.start(() => answer('404 Not Found'));
      const client = broker().client();
      const id = await subscribe(client, receiver.url);
      for (let count = 1; count <= 3; count++) await update(client, count);
      const list = async () =>
        (await client.get(`/v2/deadLetters?subscription=${id}`)).json() as ShownLetter[];
      await eventually(async () => (await list()).length === 3);
      expect(await list()).toEqual(
        Array(3).fill(expect.objectContaining({ subscriptionId: id, reason: 'refused', attempts: 1 })),
      );
      const page = await client.get('/v2/deadLetters?limit=1&offset=1&options=count');
      expect([page.header('Fiware-Total-Count'), (page.json() as object[]).length]).toEqual(['3', 1]);
      const oldest = (await list())[2]!;
      const shown = (await client.get(`/v2/deadLetters/${oldest.id}`)).json();
      expect(shown).toMatchObject({ answer: { status: 404 }, request: { body: receiver.requests[0]!.body } });
      expect((await broker().client().get(`/v2/deadLetters/${oldest.id}`)).status).toBe(404);
      receiver.behaviour = OK;
      await receiver.take(3);
      const one = await client.post(`/v2/deadLetters/${oldest.id}/resend`, {});
      expect([one.status, one.json()]).toEqual([202, { queued: 1, waiting: 0 }]);
      await eventually(async () => (await list()).length === 2);
      const rest = await client.post(`/v2/subscriptions/${id}/deadLetters/resend`, {});
      expect(rest.json()).toEqual({ queued: 2, waiting: 0 });
      const requests = await receiver.take(3);
      expect(requests.map(({ body }) => value(body))).toEqual([1, 2, 3]);
      expect(requests[0]!.header('Notification-Id')).toBe(oldest.id);
      await eventually(async () => (await list()).length === 0);
      receiver.behaviour = () => answer('404 Not Found');
      await update(client, 4);
      await eventually(async () => (await list()).length === 1);
      expect((await client.delete(`/v2/subscriptions/${id}/deadLetters`)).status).toBe(204);
      expect(await list()).toEqual([]);
      expect((await client.get('/metrics')).body).toMatch(/broker_dead_letters_kept_total [1-9]/);
      await receiver.close();
    });
  },
  ['-notifRetries', '5', '-notifRetryDelay', '20', '-notifAttempts', '3', '-notifDeadLetters', '5'],
);

describeEachFreshStore(
  'the outbox',
  (broker) => {
    it('sends after a crash what was accepted before it', async () => {
      const receiver = await Receiver.start(() => undefined);
      const { port } = receiver;
      const first = broker();
      const client = first.client();
      await subscribe(client, receiver.url);
      const throttled = await Receiver.start();
      await subscribe(client, throttled.url, {}, { throttling: 8, throttlingMode: 'last' });
      for (let count = 1; count <= 20; count++) expect((await update(client, count)).status).toBe(204);
      await receiver.waitFor(1);
      const args = first.service.process.spawnargs.slice(2);
      first.service.process.kill('SIGKILL');
      await once(first.service.process, 'exit');
      await receiver.close();
      const healthy = await Receiver.start(OK, port);
      const second = await startService('context-broker', { args });
      try {
        const requests = await healthy.waitFor(20);
        expect(requests.map(({ body }) => value(body))).toEqual(
          Array.from({ length: 20 }, (_x, at) => at + 1),
        );
        expect(requests[0]!.header('Notification-Id')).toMatch(/^[0-9a-f-]{36}$/);
        // What throttling kept back is found in the store; what the outbox had not let go of yet may come twice.
        const told = () => throttled.requests.map(({ body }) => value(body));
        await eventually(() => told().at(-1) === 20);
        expect([...new Set(told())]).toEqual([1, 20]);
        await throttled.close();
        await eventually(async () =>
          (await new BrokerClient(second.url, client.tenant).get('/metrics')).body.includes(
            'broker_notifications_sent_total',
          ),
        );
        await new Promise((resolve) => setTimeout(resolve, 3000));
        await second.stop('SIGKILL');
        const third = await startService('context-broker', { args });
        await update(new BrokerClient(third.url, client.tenant), 99);
        expect((await healthy.waitFor(21)).slice(20).map(({ body }) => value(body))).toEqual([99]);
        await third.stop();
      } finally {
        await second.stop('SIGKILL');
        await healthy.close();
      }
    });
  },
  ['-notifOutbox', '-httpTimeout', '60000'],
);

describeEachStore(
  'without the cache',
  (broker) => {
    it('subscriptions are matched all the same', async () => {
      const receiver = await Receiver.start();
      const client = broker().client();
      const id = await subscribe(client, receiver.url);
      await update(client, 1);
      await update(client, 2);
      expect((await receiver.waitFor(2)).map(({ body }) => value(body))).toEqual([1, 2]);
      await eventually(async () => (await notificationOf(client, id))['timesSent'] === 2);
      await receiver.close();
    });

    it('patterns ignore letter case', async () => {
      const receiver = await Receiver.start();
      const client = broker().client();
      const notification = { http: { url: receiver.url }, attrs: ['A'], attrsFormat: 'values' };
      for (const entity of [{ idPattern: '^ROOM' }, { idPattern: '.*', typePattern: 'OFFICE' }])
        await client.post('/v2/subscriptions', { subject: { entities: [entity] }, notification });
      await client.post('/v2/entities?options=keyValues', { id: 'Room1', type: 'Office', A: 1 });
      const both = await receiver.waitFor(2);
      expect(new Set(both.map(({ body }) => body.slice(20, 44))).size).toBe(2);
      await receiver.close();
    });
  },
  ['-noCache'],
);

describeEachStore(
  'the initial notification, at a version that had it',
  (broker) => {
    it('shows at most 20 entities at once, unless declined', async () => {
      const receiver = await Receiver.start();
      const client = broker().client();
      await client.post('/v2/op/update?options=keyValues', {
        actionType: 'append',
        entities: Array.from({ length: 25 }, (_x, at) => ({ id: `E${at}`, type: 'T', A: at })),
      });
      const body = {
        subject: { entities: [{ idPattern: '.*', type: 'T' }] },
        notification: { http: { url: receiver.url }, attrsFormat: 'keyValues' },
      };
      await client.post('/v2/subscriptions?options=skipInitialNotification', body);
      const created = await client.post('/v2/subscriptions', body);
      const [request] = await receiver.waitFor(1);
      const { subscriptionId, data } = request!.json() as { subscriptionId: string; data: { A: number }[] };
      expect(created.header('Location')).toBe(`/v2/subscriptions/${subscriptionId}`);
      expect(new Set(data.map(({ A }) => A)).size).toBe(20);
      expect(request!.header('Fiware-Servicepath')).toBe(Array.from({ length: 20 }, () => '/').join(','));
      expect(receiver.requests).toHaveLength(1);
      await receiver.close();
    });
  },
  ['-compatVersion', '3.1.0'],
);

describeEachStore(
  'the log of a delivery that went wrong',
  (broker) => {
    it('is written under the correlator of the notification, the summary last', async () => {
      const receiver = await Receiver.start(() => answer('500 Internal Server Error'));
      const client = broker().client();
      const id = await subscribe(client, receiver.url);
      await update(client, 1);
      const about = () =>
        broker()
          .service.output()
          .split('\n')
          .filter((line) => line.includes(`(subId: ${id})`));
      await eventually(() => about().length === 2);
      const [warning, summary] = about();
      const context = `; cbnotif=1 \\| trans=\\S+ \\| from=\\S+ \\| srv=${client.tenant} \\| subsrv=/ \\|`;
      expect(warning).toMatch(new RegExp(`lvl=WARN .*${context}.* response NOT OK, http code: 500$`));
      expect(summary).toMatch(new RegExp(`lvl=INFO .*${context}.*Notif delivered .* response code: 500$`));
      await receiver.close();
    });

    it('that is too large to be sent is a failure of its subscription, until that is put out of service', async () => {
      const client = broker().client();
      const receiver = await Receiver.start();
      const id = await subscribe(client, receiver.url, { maxFailsLimit: 1 });
      const large = (fill: string) =>
        client.post('/v2/op/update?options=keyValues', {
          actionType: 'append',
          entities: [{ id: 'E', type: 'T', A: fill.repeat(5000) }],
        });
      await large('x');
      const reason = 'HTTP request to send is too large: 5028 bytes';
      await eventually(async () => (await notificationOf(client, id))['lastFailureReason'] === reason);
      expect(await notificationOf(client, id)).toMatchObject({ timesSent: 1, failsCounter: 1 });
      await large('y');
      await eventually(async () => (await notificationOf(client, id))['failsCounter'] === 2);
      expect((await client.get(`/v2/subscriptions/${id}`)).json()).toMatchObject({ status: 'inactive' });
      for (const text of [
        `Runtime Error (${reason})`,
        `Subscription ${id} automatically disabled due to failsCounter (2)`,
      ])
        await logged(broker().service, text);
      expect(receiver.requests).toEqual([]);
      await receiver.close();
    });
  },
  ['-logLevel', 'INFO', '-outReqMsgMaxSize', '4000'],
);
