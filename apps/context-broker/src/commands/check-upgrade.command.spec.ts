import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { runSubcommand } from '@smart-city/service';
import { checkUpgradeCommand } from './check-upgrade.command';
import { readLogLine } from './check-upgrade/access-log';

const checkUpgrade = (args: readonly string[]) => runSubcommand(checkUpgradeCommand, args, undefined);

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'check-upgrade-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));
const file = async (name: string, lines: readonly string[]) => {
  const path = join(folder, name);
  await writeFile(path, lines.join('\n'));
  return path;
};

describe('context-broker check-upgrade', () => {
  it('finds flags of a command line and prints the new -dbURI without the password', async () => {
    const { exitCode, stdout } = await checkUpgrade([
      '--to',
      '4.0.0',
      '--',
      '-dbhost',
      'db1,db2',
      '-rplSet',
      'rs0',
      '-dbuser',
      'u@x',
      '-dbpwd',
      'secret',
      '-dbSSL',
      '-multiservice',
    ]);
    expect(exitCode).toBe(1);
    expect(stdout).toContain(
      [
        'Stops working at 4.0.0:',
        '',
        '  CLI parameters -dbhost, -rplSet, -dbTimeout, -dbuser, -dbAuthMech, -dbAuthDb, -dbSSL, -dbDisableRetryWrites (and their environment variables)',
        '  removed in 4.0.0; use dbURI',
        '  last in Orion: branch release/3.12.0 (tag 3.12.0), container image, documentation hosted by version',
        '    -dbhost',
        '    -rplSet',
        '    -dbuser',
        '    -dbSSL',
      ].join('\n'),
    );
    expect(stdout).toContain(
      "-dbURI 'mongodb://u%40x:${PWD}@db1,db2/?replicaSet=rs0&tls=true&tlsAllowInvalidCertificates=true'",
    );
    expect(stdout).not.toContain('secret');
  });
  it('tells who goes back to a version without -dbURI the old parameters, but no password', async () => {
    const env = await file('back.env', [
      'ORION_MONGO_URI=mongodb://u:${PWD}@db1,db2/admin?replicaSet=rs0&tls=true&tlsAllowInvalidCertificates=true',
    ]);
    const { stdout } = await checkUpgrade(['--to', '3.11.0', env]);
    expect(stdout).toContain(
      'Orion 3.11.0 has no -dbURI; in its place\n' +
        '  -dbhost db1,db2 -rplSet rs0 -dbuser u -dbpwd <password> -dbAuthDb admin -dbSSL\n',
    );
    const { stdout: json } = await checkUpgrade([
      ...['--to', '3.11.0', '--json', '--', '-dbURI', 'mongodb://u:secret@h/?w=majority'],
    ]);
    expect(json).not.toContain('secret');
    expect(JSON.parse(json)).toMatchObject({
      oldDatabase: { kind: 'unmappable', reasons: ['no old parameter says w'] },
    });
    const { stdout: forward } = await checkUpgrade(['--to', '4.0.0', env]);
    expect(forward).not.toContain('in its place');
  });
  it('says that nothing breaks, with exit code 0, before the removal', async () => {
    expect(await checkUpgrade(['--to=3.12.0', '-dbhost', 'db1'])).toMatchObject({
      exitCode: 0,
      stderr: '',
    });
    expect(await checkUpgrade(['--to', '4.0.0', '--', '-dbURI', 'mongodb://h', '-port', '1'])).toMatchObject({
      exitCode: 0,
    });
  });
  it('reads env files', async () => {
    const path = await file('broker.env', [
      '# broker',
      'ORION_MONGO_HOST=db',
      'export ORION_MONGO_SSL="TRUE"',
      'ORION_NGSIV1_AUTOCAST=FALSE',
      '',
    ]);
    const { exitCode, stdout } = await checkUpgrade(['--to', '4.0.0', path]);
    expect(exitCode).toBe(1);
    expect(stdout).toContain(`    ORION_MONGO_HOST  ${path}:2\n    ORION_MONGO_SSL   ${path}:3`);
    expect(stdout).toContain("-dbURI 'mongodb://db/?tls=true&tlsAllowInvalidCertificates=true'");
    expect(stdout).not.toContain('AUTOCAST');
  });
  it('reads compose files', async () => {
    const path = await file('compose.yml', [
      'services:',
      '  orion:',
      '    image: orion',
      '    environment:',
      '      - ORION_MONGO_USER=me',
      '      ORION_MULTI_SERVICE: "TRUE"',
      '    command: ["-dbhost", "mongo", "-rplSet", "rs0"]',
    ]);
    const { exitCode, stdout } = await checkUpgrade(['--to', '4.0.0', path]);
    expect(exitCode).toBe(1);
    expect(stdout).toContain("-dbURI 'mongodb://me:${PWD}@mongo/?replicaSet=rs0'");
  });
  it.each([
    ['items', ['    command:', '      - -dbhost', '      - "mongo"', '      - -rplSet', '      - rs0']],
    [
      'items as far left as the key',
      ['    command:', '    - -dbhost', '    - mongo', '    - -rplSet', '    - rs0'],
    ],
    ['a folded text', ['    command: >-', '      -dbhost mongo', '', '      -rplSet rs0']],
  ])('reads the command of a compose file from %s', async (_kind, command) => {
    const path = await file('compose.yaml', [
      'services:',
      '  orion:',
      ...command,
      '    environment:',
      '      - "ORION_MONGO_TIMEOUT=5000"',
    ]);
    const { exitCode, stdout } = await checkUpgrade(['--to', '4.0.0', path]);
    expect(exitCode).toBe(1);
    expect(stdout).toContain("-dbURI 'mongodb://mongo/?replicaSet=rs0&connectTimeoutMS=5000'");
  });
  it('names flags that keep the broker from starting', async () => {
    const { exitCode, stdout } = await checkUpgrade([
      '--to',
      '4.0.0',
      '--',
      '-nonsense',
      '-httpTimeout',
      '-1',
    ]);
    expect(exitCode).toBe(1);
    expect(stdout).toBe(
      'Nothing that was found stops working at 4.0.0.\n\nNot parameters of the broker, which does not start with them:\n  -nonsense\n',
    );
  });
  it('says where and by whom a removed operation is used', async () => {
    const request = (path: string, client: string) =>
      `10.0.0.7 - - [01/Jan/2026:00:00:00 +0000] "GET ${path} HTTP/1.1" 200 12 "-" "${client}"`;
    const path = await file('who.log', [
      request('/v1/contextEntities/E/attributes/A', 'old/1'),
      request('/v1/contextEntities/F/attributes/B', 'old/2'),
      'nothing',
      request('/v2', 'curl/8'),
    ]);
    const { stdout } = await checkUpgrade(['--to', '4.0.0', '--log', path]);
    expect(stdout).toBe(
      [
        'Stops working at 4.0.0:',
        '',
        '  NGSIv1 (CLI parameters -strictNgsiv1Ids, -ngsiv1Autocast)',
        '  all operations but the remaining ones: 3.10.0; the remaining operations: 4.0.0; use NGSIv2 API',
        '  last in Orion: branch release/3.9.0 (tag 3.9.0), container image, documentation hosted by version',
        `    GET /v1/contextEntities/{id}/attributes/{name}  2 times, ${path}:1, ${path}:2, by old/1, old/2`,
        '',
        'Deprecated at 4.0.0, still working:',
        '',
        '  Operation GET /v2',
        '  not yet removed (none; the operation is described as of little use)',
        `    GET /v2  ${path}:4, by curl/8`,
        '',
        '3 requests read, 1 line without a request.',
        '',
      ].join('\n'),
    );
  });
  it('reads access logs of several kinds and counts the lines it cannot read', async () => {
    const body = '{"actionType":"APPEND","entities":[{"id":"E","p":{"type":"geo:point","value":"1, 2"}}]}';
    const path = await file('access.log', [
      '10.0.0.7 - - [01/Jan/2026:00:00:00 +0000] "POST /v1/updateContext HTTP/1.1" 200 12 "-" "iotagent/1.0"',
      '10.0.0.7 - - [01/Jan/2026:00:00:00 +0000] "POST /v1/updateContext HTTP/1.1" 200 12 "-" "iotagent/1.0"',
      `time=2026-01-01T00:00:00.000Z | lvl=INFO | corr=x | trans=y | from=10.0.0.8 | srv=s | subsrv=/ | comp=Orion | op=a | msg=Request received: POST /v2/op/update, request payload (${body.length} bytes): ${body}, response code: 204`,
      'GET /v2/entities?options=dateCreated,count',
      'GET /v2/entities/E/attrs/A',
      '\u0000 garbage "" HTTP/1.1',
      '"GET  HTTP/1.1"',
    ]);
    const { exitCode, stdout } = await checkUpgrade(['--to', '4.0.0', '--json', path]);
    const report = JSON.parse(stdout) as {
      findings: { seen: string; feature: string; breaks: boolean; count: number; clients: string[] }[];
      log: unknown;
    };
    expect(exitCode).toBe(1);
    expect(report.log).toEqual({ requests: 5, unreadable: 2 });
    expect(report.findings.map(({ seen, feature, breaks, count }) => [seen, feature, breaks, count])).toEqual(
      [
        ['POST /v1/updateContext', 'ngsiv1', true, 2],
        ['POST /v2/op/update', 'upperCaseActions', false, 1],
        ['POST /v2/op/update', 'geoTypes', false, 1],
        ['GET /v2/entities', 'dateOptions', false, 1],
      ],
    );
    expect(report.findings[0]!.clients).toEqual(['iotagent/1.0']);
    expect((await checkUpgrade(['--to', '3.12.0', path])).exitCode).toBe(0);
  });
  it.each([
    [[]],
    [['--to', 'x', '-port']],
    [['--to', '4.0.0']],
    [['--to', '4.0.0', 'no-such-file']],
    [['-dbhost']],
  ])('refuses %j with exit code 2', async (args) => {
    expect(await checkUpgrade(args)).toMatchObject({ exitCode: 2, stdout: '' });
  });
  it('reads any line without failing', () => {
    fc.assert(fc.property(fc.string({ unit: 'binary', maxLength: 500 }), (line) => void readLogLine(line)));
    fc.assert(
      fc.property(
        fc.webPath(),
        fc.webQueryParameters(),
        (path, query) => void readLogLine(`GET ${path}?${query}`),
      ),
    );
    expect(readLogLine(`"${'GET / '.repeat(100_000)}`)).toBeUndefined();
  });
});
