import { readdirSync, readFileSync } from 'node:fs';

const guide = readFileSync('CONTRIBUTING.md', 'utf8');
const foldersOf = (parent: string) =>
  readdirSync(parent, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => `${parent}/${name}`);

describe('CONTRIBUTING.md', () => {
  it('names every application and library', () => {
    const folders = [...foldersOf('apps'), ...foldersOf('libs')];
    expect(folders.length).toBeGreaterThan(10);
    expect(folders.filter((folder) => !guide.includes(`\`${folder}\``))).toEqual([]);
  });

  it('names the scripts that start, build and test, and those that do their work under a newer Node', () => {
    const scripts = ['start', 'build-all', 'build-both', 'test', 'supported-node'];
    expect(scripts.filter((script) => !guide.includes(`\`tools/${script}.mjs\``))).toEqual([]);
  });
});
