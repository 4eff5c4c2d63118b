import { html } from './html';
import { PageWords } from './page-words';

const NOW = Date.UTC(2026, 10, 22, 12) / 1000;
const DAY = 86_400;
const english = new PageWords('en', NOW);
const spanish = new PageWords('es', NOW, 'Europe/Madrid');

describe('the words of a page', () => {
  it.each([
    [0, '0 seconds', '0 segundos'],
    [59.4, '59 seconds', '59 segundos'],
    [60, '1 minute', '1 minuto'],
    [3 * DAY + 5, '3 days', '3 días'],
    [70 * DAY, '2 months', '2 meses'],
    [800 * DAY, '2 years', '2 años'],
  ])('%d seconds are %s, %s', (seconds, ...texts) => {
    expect([english.lengthOfTime(seconds), spanish.lengthOfTime(seconds)]).toEqual(texts);
  });

  it('say how long ago, with the exact time beside it in the zone of the reader', () => {
    expect(english.ago(NOW - 180).text).toBe(
      '<time datetime="2026-11-22T11:57:00.000Z" title="Nov 22, 2026, 11:57 AM UTC">3 minutes ago</time>',
    );
    expect(spanish.ago(NOW - 180).text).toMatch(/title="22 nov 2026, 12:57 [^"]+">hace 3 minutos</);
    expect([english.ago(undefined), spanish.day('2026-11-02')]).toEqual([undefined, '2 nov']);
  });

  it.each([
    [0, 'no types', 'ningún tipo'],
    [1, '1 type', '1 tipo'],
    [2, '2 types', '2 tipos'],
    [12_345, '12,345 types', '12.345 tipos'],
  ])('count %d', (count, ...texts) => {
    expect([english.counted('count.types', count), spanish.counted('count.types', count)]).toEqual(texts);
  });

  it('write numbers as the language does', () => {
    expect([english.number(1_234_567), spanish.number(1_234_567)]).toEqual(['1,234,567', '1.234.567']);
    expect([english.number(1.25, 1), spanish.number(1.25, 1)]).toEqual(['1.3', '1,3']);
  });

  it('take markup where a message has room for it, and escape all else', () => {
    const command = html`<code>${'<x>'}</code>`;
    expect(spanish.html('operation.backupNone', { command }).text).toBe(
      'ninguna; <code>&lt;x&gt;</code> crea una',
    );
    expect(english.html('entities.findQ', { q: '<b>' }).text).toBe('Condition (&lt;b&gt;)');
  });
});
