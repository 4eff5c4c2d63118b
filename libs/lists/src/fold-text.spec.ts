import { foldText } from './fold-text';

describe('foldText', () => {
  it.each([
    ['GARCÍA', 'garcia'],
    ['Nuñez', 'nunez'],
    ['Nun\u0303ez', 'nunez'],
    ['Ångström', 'angstrom'],
    ['ЙОД', 'иод'],
    ['城市', '城市'],
    ['ŁUKASZ Đorđević', 'lukasz dordevic'],
    ['Straße', 'strasse'],
    ['O’Neill', "o'neill"],
    ['IŞIK ışık İzmir', 'isik isik izmir'],
  ])('takes %s as %s', (text, folded) => expect(foldText(text)).toBe(folded));
});
