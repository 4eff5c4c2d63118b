import { foldedPart, foldText } from './fold-text';

describe('foldText', () => {
  it.each([
    ['GARCÍA', 'garcia'],
    ['Nuñez', 'nunez'],
    ['Nun\u0303ez', 'nunez'],
    ['Ångström', 'angstrom'],
    ['ЙОД', 'иод'],
    ['城市', '城市'],
  ])('takes %s as %s', (text, folded) => expect(foldText(text)).toBe(folded));
});

it('makes a pattern in which nothing is special', () => {
  expect(foldedPart('50%_É!')).toBe('%50!%!_e!!%');
});
