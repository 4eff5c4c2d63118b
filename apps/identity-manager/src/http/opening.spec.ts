import { Opening } from './opening';

describe('Opening', () => {
  it('holds what comes before, in its order, and lets it go once', () => {
    const opening = new Opening();
    const gone: string[] = [];
    expect(opening.isOpen).toBe(false);
    opening.hold(() => gone.push('first'));
    opening.hold(() => gone.push('second'));
    expect(gone).toEqual([]);
    opening.open();
    expect(gone).toEqual(['first', 'second']);
    expect(opening.isOpen).toBe(true);
    opening.open();
    expect(gone).toEqual(['first', 'second']);
  });
});
