import { EventLog } from './event-log';

const event = (text: string) => Buffer.from(text);
const texts = (events: readonly Buffer[] | undefined) => events?.map(String);

describe('EventLog', () => {
  it('gives what came after a number', () => {
    const log = new EventLog({ events: 10, bytes: 100 });
    expect([log.last, texts(log.after(0))]).toEqual([0, []]);
    for (const text of ['a', 'b', 'c']) log.push(event(text));
    expect([0, 1, 3].map((number) => texts(log.after(number)))).toEqual([['a', 'b', 'c'], ['b', 'c'], []]);
  });

  it('knows what it does not keep any more, and what never was', () => {
    const log = new EventLog({ events: 2, bytes: 100 });
    for (const text of ['a', 'b', 'c']) log.push(event(text));
    expect([0, 1, 4, -1, Number.MAX_SAFE_INTEGER].map((number) => texts(log.after(number)))).toEqual([
      undefined,
      ['b', 'c'],
      undefined,
      undefined,
      undefined,
    ]);
  });

  it('keeps so many bytes only', () => {
    const log = new EventLog({ events: 10, bytes: 4 });
    for (const text of ['aaa', 'b', 'c', 'dddddd']) {
      log.push(event(text));
      if (text === 'c') expect(texts(log.after(1))).toEqual(['b', 'c']);
    }
    expect([texts(log.after(3)), texts(log.after(4)), log.last]).toEqual([undefined, [], 4]);
  });
});
