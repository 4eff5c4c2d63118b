import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { languages, Messages } from './messages';

const source = join(process.cwd(), 'apps/identity-manager/src');
const read = (language: string) =>
  JSON.parse(readFileSync(join(source, `assets/messages/${language}.json`), 'utf8')) as Record<
    string,
    string
  >;

const filesBelow = (folder: string, ending: string) =>
  readdirSync(join(source, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith(ending))
    .map((name) => readFileSync(join(source, folder, name), 'utf8'));

const matches = (texts: readonly string[], pattern: RegExp) =>
  new Set(texts.flatMap((text) => [...text.matchAll(pattern)].map(([, found]) => found ?? '')));

const parametersOf = (text: string) => [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name).sort();

describe('the message files', () => {
  const english = read('en');
  const views = filesBelow('assets/views', '.eta');

  it.each(languages)('have the same keys and parameters in %s as in English', (language) => {
    const messages = read(language);
    expect(Object.keys(messages)).toEqual(Object.keys(english));
    for (const [key, text] of Object.entries(english))
      expect([key, parametersOf(messages[key] ?? '')]).toEqual([key, parametersOf(text)]);
  });

  it('have every key that a template names', () => {
    const named = matches(views, /\bt\('([\w.]*\w)'[,)]/g);
    expect([...named].filter((key) => !Object.hasOwn(english, key))).toEqual([]);
  });

  it('have a key for every beginning that a template completes', () => {
    const begun = matches(views, /\bt\('([\w.]+\.)' \+/g);
    const keys = Object.keys(english);
    expect([...begun].filter((beginning) => !keys.some((key) => key.startsWith(beginning)))).toEqual([]);
  });

  it('have no key that nothing names, whole, by its beginning or by its end', () => {
    const sources = [...views, ...filesBelow('.', '.ts')].join('\n');
    const beginnings = matches([sources], /['`]([a-zA-Z.]+\.)(?:' \+|\$\{)/g);
    const ends = matches([sources], /\+ '(\.[a-z]+)'/g);
    const isNamed = (key: string) =>
      sources.includes(`'${key}'`) ||
      [...beginnings].some((beginning) => key.startsWith(beginning)) ||
      [...ends].some((end) => key.endsWith(end));
    expect(Object.keys(english).filter((key) => !isNamed(key))).toEqual([]);
  });

  it('have every problem, notice and error that the pages name', () => {
    const sources = ['subjects', 'pages', 'doors/web', 'doors/oauth'].flatMap((folder) =>
      filesBelow(folder, '.ts'),
    );
    const named = matches(sources, /'((?:problem|flash|error)\.\w+)'/g);
    expect([...named].filter((key) => !Object.hasOwn(english, key))).toEqual([]);
  });
});

describe('a translator', () => {
  const messages = new Messages(join(source, 'assets/messages/'), 'en');

  it('fills parameters in and leaves unknown keys as they are', () => {
    expect(messages.translator('es')('home.title', { name: 'Ana' })).toBe('Hola, Ana');
    expect(messages.translator('es')('no such key')).toBe('no such key');
  });
});

describe('the language for a person', () => {
  const messages = (preset: string) => new Messages(join(source, 'assets/messages/'), preset);

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
