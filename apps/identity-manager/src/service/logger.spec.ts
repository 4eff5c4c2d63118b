import { errorFields, Logger } from './logger';

function written(level: ConstructorParameters<typeof Logger>[0], write: (log: Logger) => void) {
  const lines: string[] = [];
  const log = new Logger(level, {
    write: (line: string) => void lines.push(line),
    flush: () => undefined,
  } as never);
  write(log);
  log.flush();
  return lines.map((line) => JSON.parse(line) as Record<string, unknown>);
}

describe('A line of the log', () => {
  it('is JSON with message, level and facts', () => {
    const [line] = written('INFO', (log) => log.warn('slow', { path: '/user', seconds: 2 }));
    expect(line).toMatchObject({ msg: 'slow', level: 'WARN', path: '/user', seconds: 2 });
  });

  it.each(['password', 'access_token', 'client_secret', 'Authorization', 'refresh_token'])(
    'shows nothing of a %s',
    (name) => {
      const lines = written('INFO', (log) => log.error('failed', { path: '/user', [name]: 'hunter2' }));
      expect(JSON.stringify(lines)).not.toContain('hunter2');
      expect(lines[0]).toMatchObject({ msg: 'failed', path: '/user' });
    },
  );

  it('cannot be forged by what somebody sent', () => {
    const lines = written('INFO', (log) => log.info('asked\n{"message":"forged"}', { path: '/\n"x' }));
    expect(lines).toHaveLength(1);
    expect(lines[0]).toMatchObject({ path: '/\n"x' });
  });

  it('is left out below the level', () => {
    const say = (log: Logger) => (log.info('a'), log.warn('b'), log.error('c'));
    const messages = (level: 'INFO' | 'WARN' | 'ERROR') => written(level, say).map(({ msg }) => msg);
    expect(messages('INFO')).toEqual(['a', 'b', 'c']);
    expect(messages('WARN')).toEqual(['b', 'c']);
    expect(messages('ERROR')).toEqual(['c']);
  });

  it('of an error has its text and where it came from', () => {
    const error = new Error('disk full');
    expect(errorFields(error)).toEqual({ error: 'disk full', stack: error.stack });
    expect(errorFields('thrown')).toEqual({ error: 'thrown' });
    expect(errorFields(undefined)).toEqual({ error: 'undefined' });
  });
});
