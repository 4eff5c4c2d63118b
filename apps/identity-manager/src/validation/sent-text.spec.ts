import { sentText } from './sent-text';

describe('A text after a change', () => {
  it.each<[string | null | undefined, string | null, string | null]>([
    ['new', 'old', 'new'],
    [' ', 'old', ' '],
    ['', 'old', 'old'],
    [undefined, 'old', 'old'],
    [null, 'old', null],
    ['', null, null],
    ['new', null, 'new'],
  ])('%j over %j is %j', (sent, present, after) => {
    expect(sentText(sent, present)).toBe(after);
  });
});
