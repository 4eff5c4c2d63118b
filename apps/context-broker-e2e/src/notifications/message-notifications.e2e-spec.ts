import { Consumer, stringDeserializers } from '@platformatic/kafka';
import {
  describeWithServer,
  eventually,
  freePort,
  startTestServer,
  type KafkaServer,
  type TestServer,
} from '@smart-city/testing';
import { connectAsync, type MqttClient } from 'mqtt';
import { startBroker } from '../support/each-store';
import { logged } from '../support/logged';

type Broker = Awaited<ReturnType<typeof startBroker>>;

let broker: Broker;
beforeAll(async () => {
  broker = await startBroker(undefined, [
    ...['-logLevel', 'INFO'],
    ...['-mqttTimeout', '5000', '-kafkaTimeout', '30000'],
  ]);
});
afterAll(() => broker?.stop());

// Sections that these tests show:
// docs/behaviour/ngsi-ld-subscriptions.md#mqtt

describeWithServer('mosquitto', 'notifications over MQTT (mosquitto)', () => {
  let mosquitto: TestServer;
  let port: number;

  beforeAll(async () => {
    mosquitto = await startTestServer('mosquitto');
    port = mosquitto.port;
  });
  const listeners: MqttClient[] = [];
  afterAll(async () => {
    // A client that is left open, as by a test that fails, would go on in the suites that follow.
    await Promise.all(listeners.map((listener) => listener.endAsync(true)));
    await mosquitto?.stop();
  });

  const listen = async (
    topic: string,
  ): Promise<{
    client: MqttClient;
    messages: { topic: string; body: string; qos: number; retain: boolean }[];
  }> => {
    const messages: { topic: string; body: string; qos: number; retain: boolean }[] = [];
    const client = await connectAsync({ host: '127.0.0.1', port, username: 'alice', password: 'secret' });
    listeners.push(client);
    client.on('message', (name, body, { qos, retain }) =>
      messages.push({ topic: name, body: body.toString(), qos, retain }),
    );
    await client.subscribeAsync(topic, { qos: 2 });
    return { client, messages };
  };
  const subscribe = async (client: ReturnType<Broker['client']>, notification: object) => {
    const created = await client.post('/v2/subscriptions', {
      subject: { entities: [{ idPattern: '.*' }] },
      notification,
    });
    expect(created.body).toBe('');
    return created.header('Location')!.split('/').at(-1)!;
  };
  const auth = { user: 'alice', passwd: 'secret' };

  it('send those of NGSI-LD with what would be header fields', async () => {
    const client = broker.client();
    const { messages } = await listen('ld/warm');
    const headers = { 'Fiware-Service': '', 'NGSILD-Tenant': client.tenant };
    const endpoint = {
      uri: `mqtt://alice:secret@127.0.0.1:${port}/ld/warm`,
      notifierInfo: [{ key: 'MQTT-QoS', value: '1' }],
      receiverInfo: [{ key: 'X-Mine', value: 'v' }],
    };
    const body = { type: 'Subscription', entities: [{ type: 'T' }], notification: { endpoint } };
    const created = await client.send('POST', '/ngsi-ld/v1/subscriptions', { body, headers });
    expect(created.status).toBe(201);
    const entity = { id: 'urn:a:1', type: 'T', a: 1 };
    await client.send('POST', '/ngsi-ld/v1/entities', { body: entity, headers });
    await eventually(() => messages.length === 1);
    expect(messages[0]!.qos).toBe(1);
    expect(JSON.parse(messages[0]!.body)).toEqual({
      metadata: {
        'Content-Type': 'application/json',
        Link: expect.stringContaining('ngsi-ld-core-context') as string,
        'NGSILD-Tenant': client.tenant,
        'X-Mine': 'v',
      },
      body: expect.objectContaining({
        type: 'Notification',
        data: [{ id: 'urn:a:1', type: 'T', a: { type: 'Property', value: 1 } }],
      }) as object,
    });
  });

  it('publish the body, plain and custom', async () => {
    const client = broker.client();
    const listener = await listen(`${client.tenant}/#`);
    const id = await subscribe(client, {
      mqtt: { url: `mqtt://127.0.0.1:${port}`, topic: `${client.tenant}/plain`, qos: 1, ...auth },
    });
    await subscribe(client, {
      mqttCustom: {
        url: `mqtt://127.0.0.1:${port}`,
        topic: `${client.tenant}/\${id}`,
        qos: 2,
        payload: 'A is ${A}',
        ...auth,
      },
    });
    await client.post('/v2/entities', { id: 'E', type: 'T', A: { type: 'Number', value: 1 } });
    await eventually(() => listener.messages.length === 2);
    expect(listener.messages.sort((a, b) => a.qos - b.qos)).toEqual([
      {
        topic: `${client.tenant}/plain`,
        qos: 1,
        retain: false,
        body: `{"subscriptionId":"${id}","data":[{"id":"E","type":"T","A":{"type":"Number","value":1,"metadata":{}}}]}`,
      },
      { topic: `${client.tenant}/E`, qos: 2, retain: false, body: 'A is 1' },
    ]);
    const notification = await eventually(async () => {
      const { notification: found } = (await client.get(`/v2/subscriptions/${id}`)).json() as {
        notification: Record<string, unknown>;
      };
      return found['lastSuccess'] !== undefined && found;
    });
    expect(notification).not.toHaveProperty('lastSuccessCode');
    await logged(
      broker.service,
      `MQTT Notif delivered (subId: ${id}): broker: 127.0.0.1:${port}, topic: ${client.tenant}/plain`,
    );
    // Nothing after the payload.
    expect(broker.service.output()).toMatch(
      new RegExp(`MQTT Notif delivered \\(subId: ${id}\\).*\\}\\]\\}\\n`),
    );
    await listener.client.endAsync();
  });

  it('raise an alarm when the MQTT broker refuses the user', async () => {
    const client = broker.client();
    const id = await subscribe(client, {
      mqtt: { url: `mqtt://localhost:${port}`, topic: 't', user: 'alice', passwd: 'wrong' },
    });
    await client.post('/v2/entities', { id: 'E', type: 'T', A: { value: 1 } });
    await logged(
      broker.service,
      `Raising alarm MqttConnectionError localhost:${port}: Connection Refused: not authorised.`,
    );
    const { notification } = await eventually(async () => {
      const found = (await client.get(`/v2/subscriptions/${id}`)).json() as {
        notification: Record<string, unknown>;
      };
      return found.notification['failsCounter'] === 1 && found;
    });
    expect(notification).not.toHaveProperty('lastFailureReason');
    expect(broker.service.output()).toMatch(
      new RegExp(
        `corr=[0-9a-f-]{36}; cbnotif=1 \\| .* srv=${client.tenant} \\| .* msg=Raising alarm MqttConnectionError localhost:${port}`,
      ),
    );
    expect(broker.service.output()).not.toContain(`MQTT Notif delivered (subId: ${id})`);
    await client.delete(`/v2/subscriptions/${id}`);
  });

  it('come in the order of the subscriptions, whatever their quality of service, over a connection that is new', async () => {
    const client = broker.client();
    const listener = await listen(`${client.tenant}/#`);
    // Under a name that has no connection.
    const url = `mqtt://localhost:${port}`;
    for (const qos of [0, 1, 2])
      await subscribe(client, { mqtt: { url, topic: `${client.tenant}/${qos}`, qos, ...auth } });
    await client.post('/v2/entities', { id: 'E', type: 'T', A: { value: 1 } });
    await eventually(() => listener.messages.length === 3);
    expect(listener.messages.map(({ qos }) => qos)).toEqual([0, 1, 2]);
    await listener.client.endAsync();
  });

  it('go on when the MQTT broker is back', async () => {
    const client = broker.client();
    const id = await subscribe(client, {
      mqtt: { url: `mqtt://127.0.0.1:${port}`, topic: client.tenant, ...auth },
      attrsFormat: 'simplifiedKeyValues',
    });
    const fails = async () =>
      ((await client.get(`/v2/subscriptions/${id}`)).json() as { notification: { failsCounter?: number } })
        .notification.failsCounter ?? 0;
    await mosquitto.stop();
    await client.post('/v2/entities', { id: 'E', type: 'T', A: { value: 1 } });
    await eventually(async () => (await fails()) === 1);
    await logged(broker.service, `Raising alarm MqttConnectionError 127.0.0.1:${port}: Connection refused`);
    mosquitto = await startTestServer('mosquitto', { port });
    const listener = await listen(client.tenant);
    await client.patch('/v2/entities/E/attrs', { A: { value: 2 } });
    await eventually(() => listener.messages.length === 1);
    expect(listener.messages[0]!.body).toBe('{"id":"E","type":"T","A":2}');
    await eventually(async () => (await fails()) === 0);
    await logged(broker.service, `Releasing alarm MqttConnectionError 127.0.0.1:${port}`);
    await listener.client.endAsync();
  });

  it('are tried again until the MQTT broker is back, where that is asked for, and say why it took so long', async () => {
    const patient = await startBroker(
      undefined,
      '-notifRetries 100 -notifRetryDelay 20 -notifAttempts 5 -mqttTimeout 5000'.split(' '),
    );
    try {
      const client = patient.client();
      const url = `mqtt://127.0.0.1:${port}`;
      const id = await subscribe(client, {
        // Whoever comes late is given the last message.
        mqtt: { url, topic: client.tenant, retain: true, ...auth },
        attrsFormat: 'simplifiedKeyValues',
      });
      await mosquitto.stop();
      await client.post('/v2/entities', { id: 'E', type: 'T', A: { type: 'Number', value: 1 } });
      const attempts = async () =>
        (await client.get(`/v2/subscriptions/${id}/attempts`)).json() as { failure?: string }[];
      await eventually(async () =>
        (await attempts()).some(({ failure }) => failure === 'Connection refused'),
      );
      mosquitto = await startTestServer('mosquitto', { port });
      const listener = await listen(client.tenant);
      await eventually(() => listener.messages.length === 1);
      expect(listener.messages[0]!.body).toBe('{"id":"E","type":"T","A":1}');
      await listener.client.endAsync();
    } finally {
      await patient.stop();
    }
  });
});

describeWithServer('kafka', 'notifications over Kafka', () => {
  let kafka: KafkaServer;
  beforeAll(async () => {
    kafka = await startTestServer('kafka');
  }, 180_000);
  afterAll(() => kafka?.stop());

  it('produce records with headers and key, plain and custom, with and without a user', async () => {
    const client = broker.client();
    const topic = `t${client.tenant}`;
    const url = `kafka://127.0.0.1:${kafka.port}`;
    const subscribe = async (channel: object) => {
      const created = await client.post('/v2/subscriptions', {
        subject: { entities: [{ idPattern: '.*' }] },
        notification: { ...channel, attrsFormat: 'simplifiedKeyValues' },
      });
      expect(created.body).toBe('');
      return created.header('Location')!.split('/').at(-1)!;
    };
    const id = await subscribe({ kafka: { url, topic, key: 'fixed' } });
    await subscribe({
      kafkaCustom: {
        url,
        topic,
        key: '${id}',
        headers: { 'X-Own': 'v${A}', 'fiware-service': 'other' },
        payload: 'A is ${A}',
      },
    });
    await subscribe({
      kafka: {
        url: `kafka://127.0.0.1:${kafka.saslPort}`,
        topic,
        user: 'alice',
        passwd: 'secret',
        saslMechanism: 'PLAIN',
        securityProtocol: 'SASL_PLAINTEXT',
      },
    });
    await client.post(
      '/v2/entities?options=keyValues',
      { id: 'E', type: 'T', A: 1 },
      { 'Fiware-Correlator': 'c', 'Fiware-ServicePath': '/p' },
    );
    await eventually(async () => {
      const subscriptions = (await client.get('/v2/subscriptions')).json() as {
        notification: Record<string, unknown>;
      }[];
      return subscriptions.every(({ notification }) => notification['lastSuccess'] !== undefined);
    });
    const consumer = new Consumer({
      groupId: `g${topic}`,
      clientId: 'test',
      bootstrapBrokers: [`127.0.0.1:${kafka.port}`],
      deserializers: stringDeserializers,
    });
    // A server that has just started does not know the group at first.
    const stream = await eventually(() =>
      consumer.consume({ topics: [topic], mode: 'earliest' }).catch(() => undefined),
    );
    const records: { key: string | undefined; value: string; headers: Record<string, string> }[] = [];
    for await (const { key, value, headers } of stream) {
      records.push({ key: key || undefined, value, headers: Object.fromEntries(headers) });
      if (records.length === 3) break;
    }
    // eslint-disable-next-line @typescript-eslint/await-thenable -- the types of the package take the other overload
    await consumer.close(true);
    const common = (count: number) => ({
      'Fiware-Service': client.tenant,
      'Fiware-Servicepath': '/p',
      'Fiware-Correlator': `c; cbnotif=${count}`,
    });
    const body = '{"id":"E","type":"T","A":1}';
    expect(
      records.sort((a, b) => a.headers['Fiware-Correlator']!.localeCompare(b.headers['Fiware-Correlator']!)),
    ).toEqual([
      { key: 'fixed', value: body, headers: { ...common(1), 'Ngsiv2-AttrsFormat': 'simplifiedKeyValues' } },
      {
        key: 'E',
        value: 'A is 1',
        headers: { ...common(2), 'Fiware-Service': 'other', 'Ngsiv2-AttrsFormat': 'custom', 'x-own': 'v1' },
      },
      { key: undefined, value: body, headers: { ...common(3), 'Ngsiv2-AttrsFormat': 'simplifiedKeyValues' } },
    ]);
    await logged(
      broker.service,
      `KAFKA Notif delivered (subId: ${id}): broker: 127.0.0.1:${kafka.port}, topic: ${topic}`,
    );
    expect(broker.service.output()).toMatch(new RegExp(`KAFKA Notif delivered \\(subId: ${id}\\).*\\}\\n`));
  }, 180_000);
});

describe('notifications over Kafka to nobody', () => {
  it('count a broker that is not there as a failure', async () => {
    const client = broker.client();
    const created = await client.post('/v2/subscriptions', {
      subject: { entities: [{ idPattern: '.*' }] },
      notification: { kafka: { url: `kafka://127.0.0.1:${await freePort()}`, topic: 't' } },
    });
    await client.post('/v2/entities?options=keyValues', { id: 'E', type: 'T', A: 1 });
    await eventually(
      async () =>
        (
          (await client.get(created.header('Location')!)).json() as {
            notification: { failsCounter?: number };
          }
        ).notification.failsCounter === 1,
    );
  });
});
