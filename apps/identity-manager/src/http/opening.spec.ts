import { Opening } from './opening';

describe('Opening', () => {
  it('holds what comes before, in its order, and nothing after', () => {
    const opening = new Opening();
    const gone: string[] = [];
    expect(opening.holds(() => gone.push('first'))).toBe(true);
    expect(opening.holds(() => gone.push('second'))).toBe(true);
    expect(gone).toEqual([]);
    opening.open();
    expect(gone).toEqual(['first', 'second']);
    expect(opening.holds(() => gone.push('third'))).toBe(false);
    opening.open();
    expect(gone).toEqual(['first', 'second']);
  });
});
