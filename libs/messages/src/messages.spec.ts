import { isLanguage, pathOfThisHost } from './language';
import { Messages } from './messages';

const CATALOGUE = {
  en: { hello: 'Hello, {name}', only: 'English', 'a.b': '' },
  es: { hello: 'Hola, {name}' },
};
const messages = (preset?: string) => new Messages<string>(CATALOGUE, preset);

describe('a translator', () => {
  const t = messages().translator('es');

  it('fills parameters in and leaves unknown keys as they are', () => {
    expect(t('hello', { name: 'Ana' })).toBe('Hola, Ana');
    expect(t('hello')).toBe('Hola, ');
    expect(t('hello', { name: '{name} $&' })).toBe('Hola, {name} $&');
    expect(t('no such key')).toBe('no such key');
    expect(t('constructor')).toBe('constructor');
  });

  it('takes English for what its language lacks', () => {
    expect(t('only')).toBe('English');
  });

  it('knows what there is', () => {
    expect([messages().has('hello'), messages().has('toString'), messages().after('a.')]).toEqual([
      true,
      false,
      ['b'],
    ]);
    expect(messages().ofService(t, 'toString', 'as it is')).toBe('as it is');
  });
});

describe('the language for a reader', () => {
  it.each([
    ['es', 'en', 'es'],
    ['fr', 'en-GB, es', 'en'],
    [undefined, 'fr, es-MX;q=0.8, en', 'es'],
    [undefined, 'fr', 'es'],
    [undefined, undefined, 'es'],
  ])('who chose %p and whose browser says %p is %s', (chosen, accept, language) => {
    expect(messages('es').languageFor(chosen, accept)).toBe(language);
  });

  it('is English when none fits and the settings name one that we do not have', () => {
    expect(messages('fr').languageFor(undefined, undefined)).toBe('en');
  });
});

it('languages are those that there are', () => {
  expect(['en', 'es', 'fr', '__proto__', 1].map(isLanguage)).toEqual([true, true, false, false, false]);
});

it.each([
  ['/idm?a=b', '/idm?a=b'],
  ['/', '/'],
  ['//evil.example', '/'],
  ['/\\evil.example', '/'],
  ['https://evil.example', '/'],
  ['/a\nb', '/'],
  ['/\u007f', '/'],
  ['/\u65e5', '/'],
  ['/caf\u00e9', '/'],
])('a form of the language leads from %j back to %j', (back, path) => {
  expect(pathOfThisHost(back)).toBe(path);
});
