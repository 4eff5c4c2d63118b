import { Logger } from '@smart-city/logging';
import type { BrokerOptions } from '../cli/options';
import { Alarms } from './alarms';
import { TraceLevels } from './trace-levels';

function setUp(relogAlarms: boolean) {
  const lines: string[] = [];
  const sink = {
    write: (text: string) => void lines.push(text.trim().replace(/.*lvl=(\w+) .*msg=/, '$1 ')),
    flush: () => undefined,
    close: () => undefined,
  };
  const log = new Logger([{ sink, format: 'orion' }], {
    component: 'Orion',
    level: 'WARN',
    lineMaxSize: 1000,
    payloadMaxSize: 1000,
  });
  return { lines, alarms: new Alarms({ relogAlarms } as BrokerOptions, log) };
}

describe('Alarms', () => {
  it('are raised once and released once', () => {
    const { lines, alarms } = setUp(false);
    for (let times = 0; times < 3; times++) alarms.raise('DatabaseError', '', 'away');
    alarms.raise('NotificationError', 'h:1/x', 'refused');
    alarms.release('DatabaseError', '');
    alarms.release('DatabaseError', '');
    expect(lines).toEqual([
      'ERROR Raising alarm DatabaseError: away',
      'WARN Raising alarm NotificationError h:1/x: refused',
      'ERROR Releasing alarm DatabaseError',
    ]);
    expect(alarms.counts('DatabaseError')).toEqual({ active: 0, raised: 1, released: 1 });
    expect(alarms.counts('NotificationError')).toEqual({ active: 1, raised: 1, released: 0 });
  });

  it('of bad input are not ended by the request that raised them, but by the next one', () => {
    const { lines, alarms } = setUp(false);
    const of = (transaction: string) => ({
      correlator: 'c',
      transaction,
      from: '1.2.3.4',
      service: '',
      servicePath: '/',
    });
    alarms.raise('BadInput', '1.2.3.4', 'x', of('1'));
    alarms.releaseByLater('BadInput', '1.2.3.4', of('1'));
    expect(lines).toHaveLength(1);
    alarms.raise('BadInput', '1.2.3.4', 'y', of('2'));
    alarms.releaseByLater('BadInput', '1.2.3.4', of('2'));
    expect(alarms.counts('BadInput').active).toBe(1);
    alarms.releaseByLater('BadInput', '1.2.3.4', of('3'));
    expect(lines.at(-1)).toBe('WARN Releasing alarm BadInput 1.2.3.4');
  });

  it('are repeated with -relogAlarms', () => {
    const { lines, alarms } = setUp(true);
    alarms.raise('BadInput', '1.2.3.4', 'x');
    alarms.raise('BadInput', '1.2.3.4', 'y');
    expect(lines).toEqual(['WARN Raising alarm BadInput 1.2.3.4: x', 'WARN Repeated BadInput 1.2.3.4: y']);
  });
});

it('trace levels print as ranges, and stay within 0 to 255', () => {
  const levels = new TraceLevels({ traceLevels: '8,4-6,250-99999' } as BrokerOptions);
  expect(levels.render()).toBe('4-6, 8, 250-255');
  levels.remove('5');
  expect(levels.render()).toBe('4, 6, 8, 250-255');
  levels.replace('x');
  expect(levels.render()).toBe('empty');
});
