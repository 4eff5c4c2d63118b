import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { writeAddressFile } from '@smart-city/service';
import { parseCommandLine } from './command-line';

/** What the entry point of the image begins with. */
const ENTRY_POINT = ['-fg', '-multiservice', '-disableFileLog', '-pidpath', '/tmp/broker.pid'];
const parse = (argv: readonly string[], env: Record<string, string> = {}) => parseCommandLine(argv, env);

describe('subcommands', () => {
  it('follow parameters, as at the entry point of an image', async () => {
    expect(await parse([...ENTRY_POINT, 'features', '--at', '3.0.0', '--json'])).toMatchObject({
      kind: 'print',
      exitCode: 0,
      stdout: expect.stringContaining('"at": "3.0.0"') as string,
    });
  });
  it('are not found in the values of parameters', async () => {
    expect(await parse(['-brokerName', 'backup', '-pidpath', 'copy'])).toMatchObject({
      kind: 'run',
      options: { brokerName: 'backup', pidPath: 'copy' },
    });
  });
  it('that do not exist are faults of the command line, as in Orion', async () => {
    expect(await parse([...ENTRY_POINT, 'nonsense'])).toMatchObject({
      kind: 'print',
      exitCode: 1,
      stdout: expect.stringContaining("'nonsense' not recognized") as string,
    });
  });
  it('backup takes the folder of the parameters and of the environment', async () => {
    const backup = (argv: readonly string[], env = {}) => parse([...argv, 'backup', '--to', '/nowhere'], env);
    const empty = (folder: string) => ({ exitCode: 1, stderr: `${folder} holds no data of 'orion'\n` });
    expect(await backup(['-dbURI', 'sqlite:/one'])).toMatchObject(empty('/one'));
    expect(await backup(ENTRY_POINT, { ORION_DATA_DIR: '/two' })).toMatchObject(empty('/two'));
    expect(await backup(['-dbhost', 'mongo'], { ORION_DATA_DIR: '/two' })).toMatchObject({
      exitCode: 1,
      stderr: expect.stringContaining("the server's own tools") as string,
    });
    expect(await backup(['-port', 'x'])).toMatchObject({
      exitCode: 2,
      stderr: expect.stringContaining('-port') as string,
    });
  });
});

describe('help', () => {
  const commands = ['features', 'check-upgrade', 'backup', 'restore', 'copy', 'health'];
  it.each(commands.flatMap((command) => [[command, '-h'] as const, [command, '--help'] as const]))(
    '%s %s',
    async (command, flag) => {
      expect(await parse([command, flag])).toEqual({
        kind: 'print',
        exitCode: 0,
        stdout: expect.stringMatching(new RegExp(`^usage: context-broker .*${command}`)) as string,
        stderr: '',
      });
    },
  );
  it('comes before what is wrong with a subcommand', async () => {
    expect(await parse(['backup', '--too', 'x'])).toMatchObject({
      exitCode: 2,
      stderr: expect.stringMatching(/^usage: [^]*\nunknown argument '--too': --to was meant\?\n$/) as string,
    });
    expect(await parse(['backup'])).toMatchObject({
      exitCode: 2,
      stderr: expect.stringContaining('usage:') as string,
    });
    expect(await parse(['restore', '--what'])).toMatchObject({ exitCode: 2 });
  });
  it('and the version are printed', async () => {
    expect(await parse(['--help'])).toMatchObject({
      exitCode: 0,
      stdout: expect.stringContaining('ORION_PORT') as string,
    });
    expect(await parse(['version'])).toEqual(await parse(['--version']));
    expect(await parse(['--version'])).toMatchObject({
      exitCode: 0,
      stdout: expect.stringMatching(/^4\.7\.0/) as string,
    });
    expect(await parse(['features', '--at', '4.0.0'])).toMatchObject({
      exitCode: 0,
      stdout: expect.stringContaining('NGSIv1') as string,
    });
  });
});

describe('faults of parameters', () => {
  it.each([
    [['-port', '99999'], '-port must be a whole number between 0 and 65535'],
    [
      ['-port', '0', '-dbhost', 'h', '-compatVersion', '4.0.0'],
      "'-dbhost' not recognized: it was removed before version 4.0.0; use -dbURI 'mongodb://h/' instead",
    ],
  ])('%j', async (argv, text) => {
    expect(await parse(argv)).toMatchObject({
      kind: 'print',
      exitCode: 1,
      stdout: expect.stringContaining(text) as string,
    });
  });
});

describe('health', () => {
  let server: Server;
  let port: number;
  let folder: string;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'health-'));
    server = createServer(
      ({ url }, response) => void response.writeHead(url === '/health/ready' ? 200 : 404).end(),
    );
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    ({ port } = server.address() as AddressInfo);
  });
  afterAll(() => {
    server.close();
    rmSync(folder, { recursive: true, force: true });
  });

  it('asks where the parameters or the environment let the broker listen', async () => {
    const healthy = { kind: 'print', exitCode: 0, stdout: `http://127.0.0.1:${port}/health/ready: 200 OK\n` };
    expect(await parse(['-port', String(port), 'health'])).toMatchObject(healthy);
    expect(await parse(['health'], { ORION_PORT: String(port) })).toMatchObject(healthy);
    expect(await parse(['-localIp', '127.0.0.1', '-port', String(port), 'health'])).toMatchObject(healthy);
  });
  it('asks where the running broker says it listens', async () => {
    const file = join(folder, 'address');
    writeAddressFile(file, `http://127.0.0.1:${port}`);
    expect(await parse([...ENTRY_POINT, 'health'], { ORION_ADDRESS_FILE: file })).toMatchObject({
      exitCode: 0,
    });
  });
  it('ends with 1 when nobody answers there, with 2 for a wrong call', async () => {
    expect(await parse(['-port', '1', 'health'])).toMatchObject({
      exitCode: 1,
      stderr: expect.stringContaining('ECONNREFUSED') as string,
    });
    expect(await parse(['health', '--ur', 'x'])).toMatchObject({ exitCode: 2 });
  });
});
