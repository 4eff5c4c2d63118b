import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startService, type ServiceProcess } from '@smart-city/testing';
import { BrokerClient } from '../support/broker-client';
import { logged } from '../support/logged';
import { Provider } from '../support/provider';
import { Receiver } from '../support/receiver';

describe('a broker without -multiservice', () => {
  const folder = mkdtempSync(join(tmpdir(), 'broker-'));
  let service: ServiceProcess;
  let receiver: Receiver;
  let client: BrokerClient;

  beforeAll(async () => {
    service = await startService('context-broker', {
      args: [
        ...['-port', '0', '-dbURI', `sqlite:${join(folder, 'data')}`, '-logDir', folder],
        ...['-pidpath', join(folder, 'pid'), '-logLevel', 'INFO'],
      ],
    });
    client = new BrokerClient(service.url, '');
  });
  beforeEach(async () => {
    receiver = await Receiver.start();
  });
  afterEach(() => receiver.close());
  afterAll(async () => {
    await service.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  const subscribe = async (id: string, httpCustom: object): Promise<string> => {
    const created = await client.post('/v2/subscriptions', {
      subject: { entities: [{ id }] },
      notification: { httpCustom: { url: `${receiver.url}/x`, ...httpCustom } },
    });
    expect(created.body).toBe('');
    return created.header('Location')!.split('/').at(-1)!;
  };

  it('ignores tenants, but checks them', async () => {
    await new BrokerClient(service.url, 'one').post('/v2/entities', { id: 'Shared' });
    expect((await new BrokerClient(service.url, 'two').get('/v2/entities')).body).toContain('"Shared"');
    expect((await new BrokerClient(service.url, 'a-b').get('/v2/entities')).status).toBe(400);
  });

  it('passes the tenant of the request on to receivers, in lower case, and to expressions', async () => {
    await subscribe('E1', { payload: 'for ${service}' });
    await client.post(
      '/v2/entities',
      { id: 'E1', type: 'T', A: { value: 1 } },
      { 'Fiware-Service': 'SmartCity' },
    );
    const [request] = await receiver.take(1);
    expect(request!.header('Fiware-Service')).toBe('smartcity');
    expect(request!.body).toBe('for smartcity');
    expect((await client.get('/v2/entities/E1', { 'Fiware-Service': 'another' })).status).toBe(200);
  });

  it('passes it on with forwarded requests', async () => {
    const provider = await Provider.start(() => ({ body: '[]' }));
    await client.post('/v2/registrations', {
      dataProvided: { entities: [{ id: 'Far', type: 'T' }] },
      provider: { http: { url: provider.url } },
    });
    await client.get('/v2/entities/Far?type=T', { 'Fiware-Service': 'SmartCity' });
    expect(provider.requests[0]!.headers['fiware-service']).toBe('smartcity');
    await provider.close();
  });

  it('logs what a receiver answers when it is no success, after the code', async () => {
    receiver.behaviour = () => 'HTTP/1.1 404 Not Found\r\nContent-Length: 4\r\n\r\ngone';
    const id = await subscribe('E2', { payload: 'x' });
    await client.post('/v2/entities', { id: 'E2', type: 'T', A: { value: 1 } });
    await logged(
      service,
      `Notif delivered (subId: ${id}): POST 127.0.0.1:${receiver.port}/x, payload (1 bytes): x, response code: 404, response payload (4 bytes): gone`,
    );
  });

  it('logs no payload of an answer that is a success', async () => {
    receiver.behaviour = () => 'HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nfine';
    const id = await subscribe('E3', { payload: 'x' });
    await client.post('/v2/entities', { id: 'E3', type: 'T', A: { value: 1 } });
    await logged(service, `Notif delivered (subId: ${id})`);
    expect(service.output()).toMatch(new RegExp(`subId: ${id}\\).*response code: 200\\n`));
  });
});
