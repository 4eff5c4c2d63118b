import { send } from '../support/broker';
import { Identity } from '../support/identity';
import { ComposeFile } from './compose-file';
import { RunningContainer } from './running-container';

const read = (variables: Record<string, string> = {}) =>
  ComposeFile.read('compose.secured.yaml', { IDM_ADMIN_PASS: 'of this test', ...variables });

it('its three steps: nobody, then an application and a role, then whoever has the role', async () => {
  const manager = await RunningContainer.start(read().container('identity-manager'));
  const broker = await RunningContainer.start(read().container('context-broker'), {
    'http://identity-manager:3000': manager.url,
  });
  const entities = (token?: string) =>
    send(broker.url, 'GET', '/v2/entities', { headers: token === undefined ? [] : ['X-Auth-Token', token] });
  try {
    expect(await Promise.all([manager.health(), broker.health()])).toEqual([0, 0]);
    const identity = await Identity.at(manager.url, { name: 'admin@test.com', password: 'of this test' });
    const application = await identity.createApplication();
    const user = await identity.createUser(application, [{ action: 'GET', resource: '/v2/entities' }]);
    const token = await identity.token(application, user);
    expect([(await entities()).status, (await entities(token)).status]).toEqual([401, 401]);

    expect(await broker.stop()).toBe(0);
    await broker.up(read({ APP_ID: application.id }).container('context-broker'));
    expect([(await entities()).status, (await entities(token)).status]).toEqual([401, 200]);
  } finally {
    await broker.dispose();
    await manager.dispose();
  }
});
