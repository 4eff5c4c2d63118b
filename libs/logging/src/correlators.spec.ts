import { correlatorRoot, createCorrelators } from './correlators';

describe('correlators', () => {
  it('are different version 1 UUIDs in lower case', () => {
    const next = createCorrelators();
    const made = Array.from({ length: 30_000 }, next);
    expect(new Set(made).size).toBe(made.length);
    for (const uuid of made.slice(0, 100))
      expect(uuid).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-1[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  });

  it('have a root before the first semicolon', () => {
    expect(correlatorRoot('abc; cbnotif=1; cbfwd=2')).toBe('abc');
    expect(correlatorRoot('abc')).toBe('abc');
  });
});
