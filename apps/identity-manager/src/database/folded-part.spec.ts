import { foldedPart } from './folded-part';

it('makes a pattern in which nothing is special', () => {
  expect(foldedPart('50%_É!')).toBe('%50!%!_e!!%');
});
