import { readdirSync, readFileSync } from 'node:fs';

const PAGES = 'apps/context-broker/src/console/pages';
const LOOKS = 'apps/context-broker-e2e/src/admin/console.e2e-spec.ts';

/** The last parts of the addresses of all pages; '' is the first one. */
const names = readdirSync(PAGES)
  .filter((file) => file.endsWith('.page.ts'))
  .map((file) => /readonly name = '(\w*)'/.exec(readFileSync(`${PAGES}/${file}`, 'utf8'))?.[1]);

/** What stands between two texts of a file. */
const between = (file: string, from: string, to: string): string => {
  const text = readFileSync(file, 'utf8');
  const begin = text.indexOf(from);
  return begin < 0 ? '' : text.slice(begin, text.indexOf(to, begin));
};

describe('every page of the console', () => {
  it('has a name', () => {
    expect(names.length).toBeGreaterThan(10);
    expect(names).not.toContain(undefined);
  });

  it('is looked at in a browser', () => {
    const listed = between(LOOKS, 'const pages = () => [', '];');
    expect(names.filter((name) => !listed.includes(`at('${name}'`))).toEqual([]);
  });

  it('is in the list of pages', () => {
    const listed = readFileSync('docs/pages.md', 'utf8');
    expect(
      names.filter((name) => !listed.includes(`\`/admin/console${name === '' ? '' : `/${name}`}\``)),
    ).toEqual([]);
  });
});
