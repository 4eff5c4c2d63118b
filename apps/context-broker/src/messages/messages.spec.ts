import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { catalogueFaults } from '@smart-city/testing';
import { CATALOGUE } from './catalogue';

const SOURCE = 'apps/context-broker/src';

/** What pages are made of. */
const ROOMS = ['html', 'console', 'operations/deprecations'];

/** Words of both languages, of programs, or of nobody's. */
const SAME: ReadonlySet<string> = new Set([
  'deprecations.bar',
  'deprecations.part',
  'instead.geoTypes',
  'instead.oldDatabaseParameters',
  'instead.silent',
  'instead.upperCaseActions',
  'part.pathPrefixes.ngsi10',
  'part.pathPrefixes.ngsi9',
  'frame.product',
  'json.open',
  'language.en',
  'language.es',
  'map.entity',
  'map.ofTypes',
  'map.shortEast',
  'map.shortNorth',
  'map.shortSouth',
  'operation.broker',
  'size.bytes',
  'attempt.to',
  'welcome.interface',
  'word.id',
  'word.none',
]);

const files = ROOMS.flatMap((room) =>
  readdirSync(join(SOURCE, room), { recursive: true, encoding: 'utf8' })
    .filter((file) => /(?<!\.spec)\.ts$/.test(file))
    .map((file) => ({ file: `${room}/${file}`, text: readFileSync(join(SOURCE, room, file), 'utf8') })),
);
const sources = files.map(({ text }) => text).join('\n');

/** Texts of templates as they stand, without what is put into them, tags and code. */
function wordsOfTemplates(text: string): readonly string[] {
  let literals = text;
  // From the innermost outwards: what stands in `${}` may have templates of its own.
  const found: string[] = [];
  for (let inner; (inner = /html`((?:[^`$]|\$(?!\{)|\$\{[^{}`]*\})*)`/.exec(literals));) {
    const [whole, template = ''] = inner;
    // An attribute alone is no text.
    if (!/^\s*[\w-]+(?:="[^"]*")?$/.test(template)) found.push(template);
    literals = literals.replace(whole, () => 'HTML');
  }
  return found.flatMap((template) => {
    const shown = template
      .replace(/\$\{[^{}]*\}/g, '')
      .replace(/<(code|script|style)\b[\s\S]*?<\/\1\s*>/g, '')
      .replace(/<[^>]*>/g, '\n');
    return shown.match(/\p{L}{3,}/gu) ?? [];
  });
}

describe('the messages of the console', () => {
  it('say the same in both languages', () => {
    expect(catalogueFaults(CATALOGUE)).toEqual([]);
  });

  it('are in two languages, but for words that both have', () => {
    const keys = Object.keys(CATALOGUE.en) as (keyof typeof CATALOGUE.en)[];
    const same = keys.filter((key) => CATALOGUE.en[key] === CATALOGUE.es[key]);
    expect(same.toSorted()).toEqual([...SAME].toSorted());
  });

  it('are all named somewhere, whole or by their beginning', () => {
    const keys = Object.keys(CATALOGUE.en).map((key) => {
      const beginning = key.replace(/\.(?:none|one|many)$/, '');
      return Object.hasOwn(CATALOGUE.en, `${beginning}.many`) ? beginning : key;
    });
    const beginnings = [...sources.matchAll(/`([a-z][\w.]*\.)\$\{/gi)].map(([, beginning = '']) => beginning);
    expect(
      keys.filter((key) => !sources.includes(`'${key}'`) && !beginnings.some((one) => key.startsWith(one))),
    ).toEqual([]);
  });

  it('are the only words: templates have none of their own', () => {
    const words = files.flatMap(({ file, text }) => wordsOfTemplates(text).map((word) => `${file}: ${word}`));
    expect(words).toEqual([]);
    expect(
      sources.match(/\b(?:pill|table)\(\s*['`]|\bcard\(\s*'[\w-]+',\s*['`]|\bname: ['`][A-Z].*/g),
    ).toBeNull();
    expect(wordsOfTemplates('html`<p class="a">Left ${html`<b>over</b>`} ${t(key)}</p>`')).toEqual([
      'over',
      'Left',
    ]);
  });
});
