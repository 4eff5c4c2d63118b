import { existsSync, mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import {
  TransactionIds,
  Logger,
  openFileSink,
  parseLogLevel,
  redactRecord,
  type LogFormat,
  type LogLevel,
} from './index';

function capture(format: LogFormat = 'orion', level: LogLevel = 'INFO', lineMaxSize = 1000) {
  const lines: string[] = [];
  const sink = {
    write: (text: string) => void lines.push(text),
    flush: () => undefined,
    close: () => undefined,
  };
  return {
    lines,
    log: new Logger([{ sink, format }], { component: 'Orion', level, lineMaxSize, payloadMaxSize: 8 }),
  };
}

const context = { correlator: 'c1', transaction: 't1', from: '127.0.0.1', service: '', servicePath: '/a' };

describe('Logger', () => {
  it("writes Orion's layout, with the place that wrote it", () => {
    const { lines, log } = capture();
    log.info('hello\nworld', context);
    log.warn('bye');
    expect(lines[0]).toMatch(
      /^time=\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z \| lvl=INFO \| corr=c1 \| trans=t1 \| from=127\.0\.0\.1 \| srv=<none> \| subsrv=\/a \| comp=Orion \| op=logger\.spec\.ts\[\d+\]:\S+ \| msg=hello world\n$/,
    );
    expect(lines[1]).toContain('corr=N/A | trans=N/A | from=N/A | srv=N/A | subsrv=N/A | comp=Orion');
  });

  it('lets no header look like further fields', () => {
    const { lines, log } = capture();
    log.info('x', { ...context, correlator: 'c | trans=t2 | msg=y', service: 'a|b', from: '1.2.3.4 | op=z' });
    expect(lines[0]!.split(' | ').map((field) => field.split('=')[0])).toEqual([
      'time',
      'lvl',
      'corr',
      'trans',
      'from',
      'srv',
      'subsrv',
      'comp',
      'op',
      'msg',
    ]);
  });

  it('changes its level while it runs', () => {
    const { lines, log } = capture('orion', 'NONE');
    log.error('no');
    log.level = 'DEBUG';
    log.debug('yes');
    log.level = 'NONE';
    log.summary('always');
    expect(lines.map((line) => line.split('msg=')[1])).toEqual(['yes\n', 'always\n']);
  });

  it.each([100, 250])(
    'says of a line of more than %i characters only that, and where it comes from',
    (size) => {
      const { lines, log } = capture('orion', 'INFO', size);
      log.info('x'.repeat(500));
      expect(lines[0]).toMatch(/^logger\.spec\.ts\[\d+\]: LM ERROR: LINE TOO LONG\n$/);
    },
  );

  it('cuts lines for humans, and payloads', () => {
    const { lines, log } = capture('human', 'INFO', 100);
    log.info('x'.repeat(500));
    expect(lines[0]).toHaveLength(101);
    expect(log.payload('{"a":\n12345}')).toBe('{"a": 12(...)');
    expect(log.payload('{"a":1}')).toBe('{"a":1}');
  });

  it('writes JSON lines', () => {
    const { lines, log } = capture('json');
    log.info('hi', undefined, { userId: 'u' });
    expect(JSON.parse(lines[0]!)).toMatchObject({
      level: 'INFO',
      msg: 'hi',
      userId: 'u',
      component: 'Orion',
    });
  });

  it('writes to a file without blocking and loses nothing at the end', () => {
    const path = join(mkdtempSync(join(tmpdir(), 'log-')), 'x.log');
    const sink = openFileSink(path, { append: false });
    for (let at = 0; at < 1000; at++) sink.write(`${at}\n`);
    sink.close();
    expect(readFileSync(path, 'utf8').trim().split('\n')).toHaveLength(1000);
  });

  it('keeps the file that is there under another name, or goes on with it', () => {
    const path = join(mkdtempSync(join(tmpdir(), 'log-')), 'x.log');
    const say = (text: string, append: boolean) => {
      const sink = openFileSink(path, { append });
      sink.write(text);
      sink.close();
    };
    say('1\n', false);
    say('2\n', false);
    expect([readFileSync(path, 'utf8'), readFileSync(`${path}.old`, 'utf8')]).toEqual(['2\n', '1\n']);
    say('3\n', true);
    expect(readFileSync(path, 'utf8')).toBe('2\n3\n');
    say('4\n', false);
    expect(readFileSync(`${path}.old`, 'utf8')).toBe('2\n3\n');
  });

  it('writes lines that come while it gathers, in order, without being closed', async () => {
    const path = join(mkdtempSync(join(tmpdir(), 'log-')), 'x.log');
    const sink = openFileSink(path, { append: false });
    sink.write('0\n');
    const written = () => readFileSync(path, 'utf8');
    while (written() === '') await setImmediate();
    for (const text of ['1\n', '2\n']) sink.write(text);
    while (written().length < 6) await setImmediate();
    expect(written()).toBe('0\n1\n2\n');
    sink.close();
  });
});

// Node's own recursive mkdir never ends there.
(existsSync('/proc/self') ? it : it.skip)('says that a folder cannot be made', () => {
  expect(() => openFileSink('/proc/none/broker.log', { append: false })).toThrow(/^ENOENT.*\/proc\/none/);
});

it('reads levels in any letter case', () => {
  expect(parseLogLevel('warning')).toBe('WARN');
  expect(parseLogLevel('debug')).toBe('DEBUG');
  expect(parseLogLevel('loud')).toBeUndefined();
});

it('numbers transactions', () => {
  const ids = new TransactionIds(1_615_307_776_055);
  expect([ids.next(), ids.next()].map((number) => ids.textOf(number))).toEqual([
    '1615307776-055-00000000001',
    '1615307776-055-00000000002',
  ]);
});

it('stars out secrets', () => {
  expect(redactRecord({ Authorization: 'Basic x', host: 'h' })).toEqual({
    Authorization: '*****',
    host: 'h',
  });
});
