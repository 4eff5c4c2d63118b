import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';

const ROOMS = ['apps/context-broker/src/faces/ngsiv1', 'libs/ngsiv1/src'];

/** What CONTRIBUTING says has to be edited when NGSIv1 goes, besides its rooms. */
function editsOfRemoval(): readonly string[] {
  const [, section = ''] = readFileSync('CONTRIBUTING.md', 'utf8').split('## Taking NGSIv1 out');
  return [...section.split('\n## ', 1)[0]!.matchAll(/^\d+\. `([^`]+\.ts)`/gm)].map(([, file]) => file!);
}

const isInRoom = (file: string): boolean => ROOMS.some((room) => file.startsWith(room));

/** Sources outside the rooms; tests go with what they test. */
const outside = ['apps/context-broker/src', 'libs'].flatMap((root) =>
  readdirSync(root, { recursive: true, encoding: 'utf8' })
    .map((file) => join(root, file))
    .filter(
      (file) => /(?<!\.spec|\.contract)\.ts$/.test(file) && !file.includes('node_modules') && !isInRoom(file),
    ),
);

/** Names that the language part of NGSIv1 gives to the application part. */
function exportedNames(): readonly string[] {
  const index = readFileSync('libs/ngsiv1/src/index.ts', 'utf8');
  const named = [...index.matchAll(/\{([^}]+)\}/g)].flatMap(([, names]) => names!.split(','));
  return named.map((name) => name.trim()).filter((name) => name !== '');
}

describe('NGSIv1 is in one room', () => {
  const edits = editsOfRemoval();

  it('its removal takes at most five edits elsewhere', () => {
    expect(edits.length).toBeGreaterThan(0);
    expect(edits.length).toBeLessThanOrEqual(5);
    for (const file of edits) expect(outside).toContain(file);
  });

  it('no other file imports from it', () => {
    const importers = outside.filter((file) =>
      [...readFileSync(file, 'utf8').matchAll(/ from '(\.[^']+)'/g)].some(([, path]) =>
        isInRoom(normalize(join(dirname(file), path!))),
      ),
    );
    expect(importers.filter((file) => !edits.includes(file))).toEqual([]);
    expect(importers.length).toBeGreaterThan(0);
  });

  it('no other file uses what it exports', () => {
    const names = exportedNames();
    expect(names).toContain('parseUpdateContext');
    const users = outside.filter((file) => {
      const imported = [...readFileSync(file, 'utf8').matchAll(/import (?:type )?\{([^}]+)\}/g)]
        .flatMap(([, list]) => list!.split(','))
        .map((name) => name.trim().replace(/^type /, ''));
      return imported.some((name) => names.includes(name));
    });
    expect(users).toEqual([]);
  });
});
