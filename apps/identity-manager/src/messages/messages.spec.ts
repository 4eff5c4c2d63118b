import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { catalogueFaults } from '@smart-city/testing';
import { CATALOGUE } from './catalogue';

const source = join(process.cwd(), 'apps/identity-manager/src');
const filesBelow = (folder: string, ending: string) =>
  readdirSync(join(source, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith(ending))
    .map((name) => readFileSync(join(source, folder, name), 'utf8'));

const matches = (texts: readonly string[], pattern: RegExp) =>
  new Set(texts.flatMap((text) => [...text.matchAll(pattern)].map(([, found]) => found ?? '')));

describe('the message files', () => {
  const { en: english } = CATALOGUE;
  const views = filesBelow('assets/views', '.eta');

  it('say the same in every language', () => {
    expect(catalogueFaults(CATALOGUE)).toEqual([]);
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
