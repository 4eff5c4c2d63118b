import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readHistoryRules } from './read-history-rules';

describe('readHistoryRules', () => {
  const folder = mkdtempSync(join(tmpdir(), 'history-rules-'));
  afterAll(() => rmSync(folder, { recursive: true }));
  const file = (json: unknown) => {
    const path = join(folder, 'rules.json');
    writeFileSync(path, JSON.stringify(json));
    return path;
  };

  it('on keeps all, off nothing', () => {
    expect(readHistoryRules('off', 30)).toBeUndefined();
    const rules = readHistoryRules('on', 30);
    expect([rules?.days, rules?.keeps('t', 'Room', 'temperature')]).toEqual([30, true]);
  });

  it('a file says of which types and attributes of which tenants', () => {
    const { keeps } = readHistoryRules(
      file({
        SmartCity: [{ type: 'Room', attrs: ['temperature'] }, { type: 'Car' }],
        '*': [{ attrs: ['a'] }],
        '': [],
      }),
      1,
    )!;
    expect([
      keeps('smartcity', 'Room', 'temperature'),
      keeps('smartcity', 'Room', 'humidity'),
      keeps('smartcity', 'Car', 'speed'),
      keeps('smartcity', 'Lamp', 'a'),
      keeps('other', 'Lamp', 'a'),
      keeps('other', 'Lamp', 'b'),
      keeps('', 'Lamp', 'a'),
    ]).toEqual([true, false, true, false, true, false, false]);
  });

  it.each([
    [[], 'no object of rules by tenant'],
    [{ t: {} }, "'t' has no list of rules"],
    [{ t: [1] }, "a rule of 't' is no object"],
    [{ t: [{ typ: 'a' }] }, 'unknown member typ'],
    [{ t: [{ type: 1 }] }, "a type of 't' is no text"],
    [{ t: [{ attrs: 'a' }] }, "attrs of 't' is no list"],
  ])('%j is refused', (json, text) => {
    expect(() => readHistoryRules(file(json), 1)).toThrow(text);
  });
});
