import { renderUptime } from './version.controller';

describe('The time since the start', () => {
  it.each([
    [0, '00:00:00.0'],
    [0.09, '00:00:00.0'],
    [0.95, '00:00:00.9'],
    [59.99, '00:00:59.9'],
    [60, '00:01:00.0'],
    [3599.95, '00:59:59.9'],
    [3600, '01:00:00.0'],
    [86_400 + 61.5, '24:01:01.5'],
    [360_000, '100:00:00.0'],
  ])('%d s is %s', (seconds, text) => {
    expect(renderUptime(seconds)).toBe(text);
  });
});
