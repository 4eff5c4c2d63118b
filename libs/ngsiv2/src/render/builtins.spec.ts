import { builtinMetadata } from './builtins';

describe('the builtin metadata previousValue', () => {
  const attribute = { type: 'Number', value: 5, metadata: new Map(), creDate: 0, modDate: 0 };

  it('is the value as it is where nothing changed', () => {
    expect(builtinMetadata('A', attribute, 'previousValue', {})).toEqual({ type: 'Number', value: 5 });
    expect(builtinMetadata('A', attribute, 'actionType', {})).toBeUndefined();
  });
  it('is what the notification says', () => {
    const before = { type: 'Number', value: 4 };
    expect(builtinMetadata('A', attribute, 'previousValue', { previousValue: () => before })).toBe(before);
    expect(
      builtinMetadata('A', attribute, 'previousValue', { previousValue: () => undefined }),
    ).toBeUndefined();
  });
});
