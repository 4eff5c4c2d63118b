import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  freePort,
  runServiceCommand,
  startService,
  writeSelfSignedCertificate,
  type ServiceName,
  type ServiceProcess,
} from '@smart-city/testing';

const folder = mkdtempSync(join(tmpdir(), 'health-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const at = (name: string) => join(folder, name);
const hasCertificate = writeSelfSignedCertificate(at('key.pem'), at('cert.pem'));

const addressFiles = { ORION_ADDRESS_FILE: at('broker.address'), IDM_ADDRESS_FILE: at('manager.address') };
const certificate = {
  IDM_HTTPS_ENABLED: 'true',
  IDM_HTTPS_PORT: '0',
  IDM_HTTPS_CERT_FILE: at('cert.pem'),
  IDM_HTTPS_KEY_FILE: at('key.pem'),
};
const broker = ['-dataDir', at('broker'), '-pidpath', at('pid'), '-logDir', folder];

const health = (name: ServiceName, env: Readonly<Record<string, string>> = addressFiles) =>
  runServiceCommand(name, ['health'], { env });

describe('health, told nothing about the flags of the service', () => {
  let manager: ServiceProcess;
  let managerPort: string;
  beforeAll(async () => {
    managerPort = String(await freePort());
    manager = await startService('identity-manager', {
      env: {
        ...{ IDM_DATA_DIR: at('manager'), IDM_ADMIN_PASS: 'of this test', IDM_PORT: managerPort },
        ...(hasCertificate && certificate),
        ...addressFiles,
      },
    });
  });
  afterAll(() => manager?.stop());

  it('asks a broker on the port that it found free', async () => {
    const service = await startService('context-broker', {
      args: ['-port', '0', ...broker],
      env: addressFiles,
    });
    expect(await health('context-broker')).toMatchObject({
      code: 0,
      stdout: expect.stringContaining(`:${service.port}/`) as unknown,
    });
    await service.stop();
    // Nothing is left that would name a port of somebody else.
    const { code, stderr } = await health('context-broker', {
      ...addressFiles,
      ORION_PORT: String(await freePort()),
    });
    expect([code, stderr]).toEqual([1, expect.stringContaining('ECONNREFUSED')]);
  });
  (hasCertificate ? it : it.skip)(
    'asks a broker by https (needs openssl to make a certificate)',
    async () => {
      const args = ['-port', '0', '-https', '-key', at('key.pem'), '-cert', at('cert.pem'), ...broker];
      const service = await startService('context-broker', { args, env: addressFiles });
      expect(await health('context-broker')).toMatchObject({
        code: 0,
        stdout: expect.stringContaining('https://') as unknown,
      });
      await service.stop();
    },
  );
  it('asks an identity manager where its settings let it listen', async () => {
    expect(await health('identity-manager', { IDM_PORT: managerPort })).toMatchObject({ code: 0 });
  });
  (hasCertificate ? it : it.skip)(
    'asks an identity manager that serves https at its plain port (needs openssl to make a certificate)',
    async () => {
      expect(await health('identity-manager')).toMatchObject({
        code: 0,
        stdout: expect.stringContaining('http://127.0.0.1:') as unknown,
      });
    },
  );
});
