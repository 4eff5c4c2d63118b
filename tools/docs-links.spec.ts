import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';

const { stdout } = spawnSync('git', ['ls-files', '*.md'], { encoding: 'utf8' });
const documents = stdout.trim().split('\n');

/** Without code, which may look like links and headings. */
const proseOf = (file: string) =>
  readFileSync(file, 'utf8')
    .replace(/^ *```[\s\S]*?^ *```/gm, '')
    .replace(/`[^`\n]*`/g, (code) => code.replaceAll(/[[\]()]/g, ''));

/** As GitHub names the places of a document: its headings in lower case, without punctuation, blanks as hyphens. */
function anchorsOf(file: string): ReadonlySet<string> {
  const seen = new Map<string, number>();
  return new Set(
    [...proseOf(file).matchAll(/^#{1,6} (.*)$/gm)].map(([, heading]) => {
      const anchor = heading!
        .toLowerCase()
        .replace(/[^\p{L}\p{N}\s_-]/gu, '')
        .trim()
        .replaceAll(' ', '-');
      const before = seen.get(anchor) ?? 0;
      seen.set(anchor, before + 1);
      return before === 0 ? anchor : `${anchor}-${before}`;
    }),
  );
}

/** Targets of links and pictures, but for those that lead to other sites. */
const linksOf = (file: string) =>
  [...proseOf(file).matchAll(/\]\(([^)\s]+)\)/g)]
    .map(([, target]) => target!)
    .filter((target) => !/^(?:https?|mailto):/.test(target));

it.each(documents)('links of %s lead somewhere', (file) => {
  const broken = linksOf(file).filter((link) => {
    const [path = '', anchor] = link.split('#', 2);
    const target = path === '' ? file : normalize(join(dirname(file), path));
    if (!existsSync(target)) return true;
    return anchor !== undefined && target.endsWith('.md') && !anchorsOf(target).has(anchor);
  });
  expect(broken).toEqual([]);
});

it('the README leads to every document of docs/', () => {
  const linked = new Set(linksOf('README.md').map((link) => link.split('#', 1)[0]));
  const missing = documents.filter((file) => /^docs\/[^/]+\.md$/.test(file) && !linked.has(file));
  expect(missing).toEqual([]);
});
