import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';

const source = 'apps/context-broker/src';

/** From the ground up (eslint reads the list too): what stands on a floor imports from its own and from those below. */
const floors = JSON.parse(readFileSync('apps/context-broker/floors.json', 'utf8')) as readonly string[];

/** Folders whose folders are rooms of their own. */
const HOUSES: ReadonlySet<string> = new Set(['core', 'faces', 'operations']);

/** A folder below `src` (`http`) or of one of its houses (`core/entities`); undefined for a file that puts all together. */
function roomOf(file: string): string | undefined {
  const [folder = '', inner, ...rest] = file.split('/');
  if (inner === undefined) return undefined;
  return HOUSES.has(folder) && rest.length > 0 ? `${folder}/${inner}` : folder;
}

/** The floor of a room by its longest name in the list; -1 for one that stands on none. */
const floorOf = (room: string): number => {
  const exact = floors.indexOf(room);
  return exact >= 0 ? exact : floors.indexOf(room.split('/', 1)[0]!);
};

type Rooms = ReadonlyMap<string, ReadonlyMap<string, string>>;

/** Rooms with the rooms that they import, and one file as the reason. Tests may import what they test with. */
function imports(): Rooms {
  const rooms = new Map<string, Map<string, string>>();
  for (const file of readdirSync(source, { recursive: true, encoding: 'utf8' })) {
    const room = roomOf(file);
    if (room === undefined || !file.endsWith('.ts')) continue;
    if (/\.(?:spec|contract)\.ts$|\/contract\//.test(file)) continue;
    const others = rooms.get(room) ?? new Map<string, string>();
    rooms.set(room, others);
    for (const [, path] of readFileSync(join(source, file), 'utf8').matchAll(/ from '(\.[^']+)'/g)) {
      const target = normalize(join(dirname(file), path!));
      const other = roomOf(`${target}.ts`);
      if (other !== undefined && other !== room && !others.has(other))
        others.set(other, `${file} imports ${target}`);
    }
  }
  return rooms;
}

/** The first way found from a room back to itself, import by import; undefined when there is none. */
function circle(rooms: Rooms): readonly string[] | undefined {
  const done = new Set<string>();
  const visit = (
    room: string,
    path: readonly string[],
    reasons: readonly string[],
  ): readonly string[] | undefined => {
    if (path.includes(room)) return reasons.slice(path.indexOf(room));
    if (done.has(room)) return undefined;
    for (const [other, reason] of rooms.get(room) ?? []) {
      const found = visit(other, [...path, room], [...reasons, reason]);
      if (found) return found;
    }
    done.add(room);
    return undefined;
  };
  for (const room of rooms.keys()) {
    const found = visit(room, [], []);
    if (found) return found;
  }
  return undefined;
}

/** All that a room reaches by imports of imports. */
function reachOf(rooms: Rooms, room: string, seen = new Set<string>()): ReadonlySet<string> {
  for (const other of rooms.get(room)?.keys() ?? []) {
    if (seen.has(other)) continue;
    seen.add(other);
    reachOf(rooms, other, seen);
  }
  return seen;
}

/** The arrows that the architecture draws, by room. */
function drawn(): Rooms {
  const section = readFileSync('docs/architecture.md', 'utf8').split('## Who imports whom in the broker')[1]!;
  const lines = section.split('flowchart TD\n')[1]!.split('\n```')[0]!.split('\n');
  const nameOf = (node: string) =>
    node
      .trim()
      .replace(/^\w+\[(.*)\]$/, '$1')
      .replace('_', '/');
  const rooms = new Map<string, ReadonlyMap<string, string>>();
  for (const line of lines) {
    const [from = '', to = ''] = line.split(' --> ');
    rooms.set(nameOf(from), new Map(to.split(' & ').map((other) => [nameOf(other), line.trim()])));
  }
  return rooms;
}

describe('the folders of the broker', () => {
  const rooms = imports();
  const arrows = [...rooms].flatMap(([room, others]) =>
    [...others].map(([other, reason]) => ({ room, other, reason })),
  );

  it('stand on a floor each', () => {
    expect([...rooms.keys()].filter((room) => floorOf(room) === -1)).toEqual([]);
  });

  it('import nothing from a floor above', () => {
    const upward = arrows.filter(({ room, other }) => floorOf(other) > floorOf(room));
    expect(upward.map(({ reason }) => reason)).toEqual([]);
  });

  it('import each other in no circle, and no face another', () => {
    expect(circle(rooms)).toBeUndefined();
    const between = arrows.filter(
      ({ room, other }) => room.startsWith('faces/') && other.startsWith('faces/'),
    );
    expect(between.map(({ reason }) => reason)).toEqual([]);
  });

  it('the HTTP layer knows nothing above it', () => {
    expect([...rooms.get('http')!.keys()]).toEqual(['context']);
    expect([...rooms.get('context')!.keys()]).toEqual([]);
  });

  it('are drawn in the architecture: each arrow is an import, each import follows from the arrows', () => {
    const picture = drawn();
    const wrong = [...picture].flatMap(([room, others]) =>
      [...others.keys()]
        .filter((other) => !rooms.get(room)?.has(other))
        .map((other) => `${room} --> ${other}`),
    );
    expect(wrong).toEqual([]);
    const missing = arrows.filter(({ room, other }) => !reachOf(picture, room).has(other));
    expect(missing.map(({ reason }) => reason)).toEqual([]);
  });

  it('would notice a circle', () => {
    const edge = (other: string) => new Map([[other, `to ${other}`]]);
    expect(
      circle(
        new Map([
          ['a', edge('b')],
          ['b', edge('c')],
          ['c', edge('b')],
        ]),
      ),
    ).toEqual(['to c', 'to b']);
  });
});
