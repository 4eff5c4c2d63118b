import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const BUILT = join(process.cwd(), 'dist/apps/identity-manager');
const STATIC_IMPORT = /^(?:\} from|import) "\.\/([\w-]+\.js)";$/gm;

/** Names and texts of a built file and of all that it imports statically. */
function loadedWith(file: string, seen = new Map<string, string>()): ReadonlyMap<string, string> {
  if (seen.has(file)) return seen;
  const text = readFileSync(join(BUILT, file), 'utf8');
  seen.set(file, text);
  for (const [, next] of text.matchAll(STATIC_IMPORT)) loadedWith(next!, seen);
  return seen;
}

/** Each of these is a twentieth of a start, and a start on SQLite has no use for them. */
describe('what the identity manager loads at a start', () => {
  const served = readdirSync(BUILT).filter((name) => /^serve-\w+\.js$/.test(name));
  const texts = [...loadedWith(served[0]!).values()];

  it('is looked for in all files of the service', () => {
    expect(served).toHaveLength(1);
    expect(texts.filter((text) => text.includes('node_modules/typeorm/'))).not.toEqual([]);
  });

  it('holds no driver of a database server', () => {
    expect(texts.filter((text) => /node_modules\/(mysql2|pg)\//.test(text))).toEqual([]);
  });

  it("does not ask for Node's HTTP client by naming its global types", () => {
    expect(texts.filter((text) => /typeof (Request|Response|Headers|FormData) ===/.test(text))).toEqual([]);
  });
});
