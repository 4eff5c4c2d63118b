import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';

const source = 'apps/context-broker/src';

/** Folders whose folders are rooms of their own. */
const FLOORS: ReadonlySet<string> = new Set(['core', 'faces', 'operations']);

/** A folder below `src` (`http`) or of one of its floors (`core/entities`), or a file directly in one of them. */
const roomOf = (file: string): string => {
  const [folder = '', ...rest] = file.split('/');
  return FLOORS.has(folder) ? `${folder}/${rest[0]}` : folder;
};

/** Which rooms import which others, with one file as the reason. Tests may import what they test with. */
function imports(): ReadonlyMap<string, ReadonlyMap<string, string>> {
  const rooms = new Map<string, Map<string, string>>();
  for (const file of readdirSync(source, { recursive: true, encoding: 'utf8' })) {
    if (!file.endsWith('.ts') || /\.(?:spec|contract)\.ts$/.test(file)) continue;
    const room = roomOf(file);
    const others = rooms.get(room) ?? new Map<string, string>();
    rooms.set(room, others);
    for (const [, path] of readFileSync(join(source, file), 'utf8').matchAll(/ from '(\.[^']+)'/g)) {
      const target = normalize(join(dirname(file), path!));
      const other = roomOf(target.includes('/') ? target : `${target}.ts`);
      if (other !== room && !others.has(other)) others.set(other, `${file} imports ${target}`);
    }
  }
  return rooms;
}

/** The first way found from a room back to itself, import by import; undefined when there is none. */
function circle(rooms: ReadonlyMap<string, ReadonlyMap<string, string>>): readonly string[] | undefined {
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

describe('the folders of the broker', () => {
  const rooms = imports();

  it('import each other in no circle', () => {
    expect(circle(rooms)).toBeUndefined();
  });

  it('the HTTP layer knows nothing above it', () => {
    expect([...rooms.get('http')!.keys()]).toEqual(['context']);
    expect([...rooms.get('context')!.keys()]).toEqual([]);
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
