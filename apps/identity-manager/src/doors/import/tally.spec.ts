import { LeftOut } from './keyrock-values';
import { renderSummary, Tally } from './tally';

const tallied = (count: (tally: Tally) => void) => {
  const tally = new Tally('user');
  count(tally);
  return renderSummary(tally.summary());
};

describe('What became of a table', () => {
  it.each<[string, (tally: Tally) => void, string]>([
    ['nothing', () => undefined, 'user: 0 taken over, 0 already here'],
    [
      'new rows',
      (tally) => (tally.count('taken'), tally.count('taken')),
      'user: 2 taken over, 0 already here',
    ],
    [
      'one of each',
      (tally) => {
        for (const outcome of ['taken', 'updated', 'unchanged', 'matched', 'present'] as const)
          tally.count(outcome);
        tally.remove(3);
      },
      'user: 1 taken over, 1 updated, 3 removed, 1 unchanged, 1 here already with the same e-mail address, 1 already here',
    ],
    [
      'rows left out for two reasons',
      (tally) => {
        tally.count(new LeftOut('expired'));
        tally.count(new LeftOut('column id is empty', 'the nameless'));
        tally.count(new LeftOut('expired'));
      },
      'user: 0 taken over, 0 already here\n    left out 2: expired\n    left out 1: column id is empty\n      the nameless',
    ],
    ['counts of none', (tally) => tally.leaveOut('expired', 0), 'user: 0 taken over, 0 already here'],
  ])('is said: %s', (_case, count, said) => {
    expect(tallied(count)).toBe(said);
  });

  it('names no more than twenty rows, and says how many more', () => {
    const said = tallied((tally) => {
      for (let at = 1; at <= 25; at++) tally.count(new LeftOut('its pattern', `row ${at}`));
    });
    expect(said).toContain('left out 25: its pattern');
    expect(said).toContain('\n      row 20\n      and 5 more');
    expect(said).not.toContain('row 21');
  });

  it('tells those of earlier runs that are still there', () => {
    const tally = new Tally('user');
    for (const outcome of ['taken', 'updated', 'unchanged', 'unchanged', 'present'] as const)
      tally.count(outcome);
    expect(tally.kept).toBe(3);
  });
});
