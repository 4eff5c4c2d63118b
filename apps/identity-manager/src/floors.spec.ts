import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';

const source = 'apps/identity-manager/src';

/** From the ground up (eslint reads the list too): what stands on a floor imports from its own room, its floor as far as no circle arises, and those below. */
const floors = JSON.parse(readFileSync('apps/identity-manager/floors.json', 'utf8')) as readonly string[];

const floorOf = (room: string): number => floors.indexOf(room.split('/', 1)[0] ?? '');

/** A subject and a door are rooms of their own; files directly in `src` put everything together and are none. */
function roomOf(file: string): string | undefined {
  const [floor, room, ...rest] = file.split('/');
  if (floor === undefined || room === undefined) return undefined;
  return (floor === 'subjects' || floor === 'doors') && rest.length > 0 ? `${floor}/${room}` : floor;
}

/** `room > other` with one file as the reason. */
function imports(): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const file of readdirSync(source, { recursive: true, encoding: 'utf8' })) {
    if (!file.endsWith('.ts') || /\.(?:spec|contract)\.ts$/.test(file)) continue;
    const room = roomOf(file);
    for (const [, path] of readFileSync(join(source, file), 'utf8').matchAll(/ from '(\.[^']+)'/g)) {
      const target = normalize(join(dirname(file), path!));
      const other = roomOf(`${target}.ts`);
      if (room && other && other !== room) found.set(`${room} > ${other}`, `${file} imports ${target}`);
    }
  }
  return found;
}

const isUpward = (pair: string): boolean => {
  const [room = '', other = ''] = pair.split(' > ');
  return floorOf(other) > floorOf(room) || (room.startsWith('doors/') && other.startsWith('doors/'));
};

describe('the floors of the identity manager', () => {
  const found = imports();

  it('every room stands on a floor', () => {
    for (const pair of found.keys())
      for (const room of pair.split(' > ')) expect([room, floorOf(room)]).not.toEqual([room, -1]);
  });

  it('nothing imports from a floor above, nor one door from another', () => {
    expect([...found].filter(([pair]) => isUpward(pair))).toEqual([]);
  });

  it('are drawn in the architecture in their order', () => {
    const picture = readFileSync('docs/architecture.md', 'utf8')
      .split('## The floors of the identity manager')[1]!
      .split('```mermaid\n')[1]!
      .split('```')[0]!;
    const drawn = [...picture.matchAll(/--> (\w+)/g)].map(([, floor]) => floor);
    expect(drawn).toEqual([...floors].reverse());
  });

  it('subjects import each other in no circle', () => {
    const below = (room: string): string[] =>
      [...found.keys()]
        .map((pair) => pair.split(' > '))
        .filter(([from, to]) => from === room && to?.startsWith('subjects/'))
        .map(([, to]) => to ?? '');
    const reaches = (from: string, to: string, seen = new Set<string>()): boolean =>
      below(from).some((next) => {
        if (next === to) return true;
        if (seen.has(next)) return false;
        seen.add(next);
        return reaches(next, to, seen);
      });
    const rooms = new Set([...found.keys()].map((pair) => pair.split(' > ')[0] ?? ''));
    expect([...rooms].filter((room) => reaches(room, room))).toEqual([]);
  });
});
