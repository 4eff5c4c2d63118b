import { RecentTroubles } from './recent-troubles';

const line = (
  level: string,
  msg: string,
  { time = '2026-01-01T00:00:00.000Z', corr = 'c1', srv = '<none>' } = {},
) =>
  `time=${time} | lvl=${level} | corr=${corr} | trans=t | from=10.0.0.1 | srv=${srv} | subsrv=/ | comp=Orion | op=x | msg=${msg}\n`;

describe('the last troubles of the log', () => {
  it('folds lines that differ in numbers and ids, with the correlator of the latest', () => {
    const troubles = new RecentTroubles();
    troubles.write(
      line('WARN', 'Notification (subId: 51c0ac9ed714fb3b37d7d5a8) response NOT OK, http code: 500'),
    );
    troubles.write(
      line('WARN', 'Notification (subId: 51c0ac9ed714fb3b37d7d5a9) response NOT OK, http code: 503', {
        time: '2026-01-02T00:00:00.000Z',
        corr: 'c2',
      }),
    );
    troubles.write(line('ERROR', 'Runtime Error (x)', { corr: 'N/A', srv: 'city' }));
    expect(troubles.latest()).toEqual([
      {
        level: 'ERROR',
        text: 'Runtime Error (x)',
        count: 1,
        firstTime: '2026-01-01T00:00:00.000Z',
        lastTime: '2026-01-01T00:00:00.000Z',
        service: 'city',
      },
      {
        level: 'WARN',
        text: 'Notification (subId: 51c0ac9ed714fb3b37d7d5a9) response NOT OK, http code: 503',
        count: 2,
        firstTime: '2026-01-01T00:00:00.000Z',
        lastTime: '2026-01-02T00:00:00.000Z',
        correlator: 'c2',
      },
    ]);
  });

  it('keeps services apart, and what is no trouble out', () => {
    const troubles = new RecentTroubles();
    for (const srv of ['a', 'b']) troubles.write(line('WARN', 'same', { srv }));
    troubles.write(line('INFO', 'all is well'));
    troubles.write(line('WARN', 'Deprecated usage of x'));
    troubles.write(line('WARN', 'Releasing alarm BadInput 10.0.0.1'));
    troubles.write('something else');
    expect(troubles.latest().map(({ service }) => service)).toEqual(['b', 'a']);
  });

  it('is bounded', () => {
    const troubles = new RecentTroubles();
    const name = (at: number) => String.fromCharCode(97 + Math.floor(at / 26), 97 + (at % 26));
    for (let at = 0; at < 150; at++) troubles.write(line('WARN', `trouble ${name(at)} ${'x'.repeat(2000)}`));
    expect(troubles.latest()).toHaveLength(100);
    expect(troubles.latest()[0]!.text).toHaveLength(500);
  });
});
