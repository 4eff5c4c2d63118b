import { send } from '../support/broker';
import { login } from '../support/identity';
import { ComposeFile } from './compose-file';
import { RunningContainer } from './running-container';

const file = ComposeFile.read('compose.embedded.yaml', { IDM_ADMIN_PASS: 'of this test' });
const running: RunningContainer[] = [];
afterEach(async () => {
  await Promise.all(running.splice(0).map((container) => container.dispose()));
});

it('asks for a password', () => {
  expect(() => ComposeFile.read('compose.embedded.yaml', {})).toThrow('IDM_ADMIN_PASS');
});

it('two containers and nothing else: healthy, and their data is there after a restart', async () => {
  const [broker, identity] = await Promise.all(
    ['context-broker', 'identity-manager'].map((name) => RunningContainer.start(file.container(name))),
  );
  running.push(broker!, identity!);
  expect(await Promise.all([broker!.health(), identity!.health()])).toEqual([0, 0]);
  const tenant = { headers: ['Fiware-Service', 'city'] };
  const room = { id: 'r1', type: 'Room' };
  expect((await send(broker!.url, 'POST', '/v2/entities', { ...tenant, body: room })).status).toBe(201);
  await login(identity!.url, { name: 'admin@test.com', password: 'of this test' });

  expect(await Promise.all(running.map((container) => container.stop()))).toEqual([0, 0]);
  await Promise.all(running.map((container) => container.up()));
  expect(await send(broker!.url, 'GET', '/v2/entities', tenant)).toMatchObject({
    status: 200,
    body: JSON.stringify([room]),
  });
  await login(identity!.url, { name: 'admin@test.com', password: 'of this test' });
});
