import { globSync, readFileSync } from 'node:fs';

/** A heading as GitHub makes an anchor of it. */
const anchorOf = (heading: string) =>
  heading
    .toLowerCase()
    .replace(/[^\w\- ]/g, '')
    .replaceAll(' ', '-');

/** What a comment or a test's name says of the documents: `behaviour/x.md#anchor`, or `behaviour/x.md, "Heading"`. */
const places = /docs\/behaviour\/([\w-]+\.md)`?(?:#([\w-]+)|, "([^"]+)")?/g;

function headingsOf(file: string): ReadonlySet<string> {
  const text = readFileSync(`docs/behaviour/${file}`, 'utf8');
  return new Set([...text.matchAll(/^#+ (.+)$/gm)].map(([, heading]) => anchorOf(heading ?? '')));
}

describe('docs/behaviour', () => {
  const sources = globSync('{apps,libs}/*/src/**/*.ts').filter((path) => !path.includes('platform-e2e'));

  it('has every place that the code points at', () => {
    const missing = sources.flatMap((path) =>
      [...readFileSync(path, 'utf8').matchAll(places)].flatMap(([whole, file = '', anchor, heading]) => {
        const wanted = anchor ?? (heading === undefined ? undefined : anchorOf(heading));
        return wanted === undefined || headingsOf(file).has(wanted) ? [] : [`${path}: ${whole}`];
      }),
    );
    expect(missing).toEqual([]);
  });

  it('has a test for each section, named after it', () => {
    const tested = new Set(
      sources
        .filter((path) => /[.-]spec\.ts$|\.contract\.ts$/.test(path))
        .flatMap((path) => [...readFileSync(path, 'utf8').matchAll(places)])
        .map(([, file = '', anchor, heading = '']) => `${file}#${anchor ?? anchorOf(heading)}`),
    );
    const sections = globSync('*.md', { cwd: 'docs/behaviour' }).flatMap((file) =>
      [...readFileSync(`docs/behaviour/${file}`, 'utf8').matchAll(/^## (.+)$/gm)].map(
        ([, heading = '']) => `${file}#${anchorOf(heading)}`,
      ),
    );
    const untested = sections.filter((section) => !tested.has(section) && !section.endsWith('#what-differs'));
    expect(untested).toEqual([]);
  });

  it('is pointed at from the code, page by page', () => {
    const named = new Set(
      sources.flatMap((path) => [...readFileSync(path, 'utf8').matchAll(places)].map(([, file]) => file)),
    );
    expect([...named].sort()).toEqual(globSync('*.md', { cwd: 'docs/behaviour' }).sort());
  });
});
