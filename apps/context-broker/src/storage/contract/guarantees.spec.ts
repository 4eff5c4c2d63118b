import { readGuarantees } from './guarantees';

describe('readGuarantees', () => {
  it('reads a list, an empty one too', () => {
    expect([...readGuarantees('geo,atomic-upsert')]).toEqual(['geo', 'atomic-upsert']);
    expect([...readGuarantees('')]).toEqual([]);
  });

  it('refuses names that are none', () => {
    expect(() => readGuarantees('geo,goe')).toThrow('no guarantee: goe (known: geo, ');
    expect(() => readGuarantees('constructor')).toThrow('no guarantee');
  });
});
