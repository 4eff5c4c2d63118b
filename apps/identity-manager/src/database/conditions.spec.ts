import { Conditions } from './conditions';

describe('Conditions of a list', () => {
  it('are nothing where everything is wanted', () => {
    const { where, values } = new Conditions();
    expect([where, values]).toEqual(['', []]);
  });

  it('must all be fulfilled, alternatives in one of them staying together', () => {
    const conditions = new Conditions().add('a = ? OR b = ?', 1, 'x').add('c IS NULL');
    expect(conditions.where).toBe('WHERE (a = ? OR b = ?) AND (c IS NULL)');
    expect(conditions.values).toEqual([1, 'x']);
  });
});
