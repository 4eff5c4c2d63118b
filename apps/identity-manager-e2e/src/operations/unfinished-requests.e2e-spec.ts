import { RawConnection, type ServiceProcess } from '@smart-city/testing';
import { requests } from '../requests';
import { openSqlite, startIdentityManager, type TestDatabase } from '../each-database';

const HEAD = 'POST /oauth2/token HTTP/1.1\r\nHost: h\r\nContent-Type: application/x-www-form-urlencoded\r\n';

/** Connections that never say all they announced. */
describe('A request that does not arrive as a whole', () => {
  let database: TestDatabase;
  let service: ServiceProcess;
  beforeAll(async () => {
    database = await openSqlite();
    service = await startIdentityManager(database, { IDM_REQUEST_TIMEOUT: '1' });
  });
  afterAll(async () => {
    await service?.stop();
    await database?.drop();
  });
  const open = () => RawConnection.open(service.url);

  it.each([
    ['without the end of its headers', HEAD],
    ['without its body', `${HEAD}Content-Length: 100\r\n\r\n`],
    ['with half of its body', `${HEAD}Content-Length: 100\r\n\r\ngrant_type=`],
    ['in chunks without an end', `${HEAD}Transfer-Encoding: chunked\r\n\r\n5\r\ngrant\r\n`],
  ])('%s is answered 408 and its connection closed', async (_how, text) => {
    expect(await open().send(text).untilClosed()).toMatch(/^HTTP\/1\.1 408 Request Timeout\r\n/);
  });

  it('nor is it waited for when it was refused before its body came', async () => {
    const refused = 'GET /v1/users HTTP/1.1\r\nHost: h\r\nContent-Length: 5\r\n\r\n';
    expect(await open().send(refused).untilClosed()).toMatch(/^HTTP\/1\.1 400 /);
  });

  it('others are served meanwhile', async () => {
    const held = Array.from({ length: 40 }, () => open().send(`${HEAD}Content-Length: 9\r\n\r\n`));
    await requests(service.url).get('/version').expect(200);
    await Promise.all(held.map((connection) => connection.untilClosed()));
  });
});
