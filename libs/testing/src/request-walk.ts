import { readFileSync } from 'node:fs';
import { Session, type Profiler } from 'node:inspector';
import { join } from 'node:path';

/** Offset before which only the exports of a compiled file stand, in characters. */
const EXPORTS_END = 300;

/**
 * Reports whether a function ran that is more than the getter of an export. The compiler of the tests makes such getters, so a file
 * whose export is only looked at would seem to be passed.
 */
const ranItself = ({ functionName, ranges: [whole] }: Profiler.FunctionCoverage): boolean =>
  whole !== undefined &&
  whole.count > 0 &&
  !functionName.startsWith('get ') &&
  !(functionName === 'get' && whole.startOffset < EXPORTS_END);

/** Files that run code from one stop of a request to the next: of a service by their paths in its sources, of libraries from `libs/` on. */
export type PassedFiles = ReadonlySet<string>;

/** Tells which files of a service have run code since it was last asked, by V8's own counters. */
export class FileTracer {
  private readonly session = new Session();

  /**
   * @param sources  folder of the service's sources, with a slash at its end
   * @param countsLibraries  whether the files of `libs` count, too
   */
  constructor(
    private readonly sources: string,
    private readonly countsLibraries = false,
  ) {
    this.session.connect();
    this.session.post('Profiler.enable');
    this.session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
  }

  passed(): PassedFiles {
    let scripts: readonly Profiler.ScriptCoverage[] = [];
    // Answers at once: the session is that of this very thread.
    this.session.post('Profiler.takePreciseCoverage', (_error, { result }) => (scripts = result));
    const ran = scripts.filter(({ functions }) => functions.some(ranItself));
    return new Set(ran.map(({ url }) => this.ownPath(url)).filter((path) => path !== undefined));
  }

  /** Undefined for what is not ours, and for the tests themselves. */
  private ownPath(url: string): string | undefined {
    if (url.endsWith('.spec.ts')) return undefined;
    if (url.includes(this.sources)) return url.slice(url.indexOf(this.sources) + this.sources.length);
    const library = /\/(libs\/(?!testing\/)[^/]+\/src\/.+)$/.exec(url)?.[1];
    return this.countsLibraries ? library : undefined;
  }

  stop(): void {
    this.session.disconnect();
  }
}

/** One step of a walk: the file where the request goes on, and those that it asks something there. */
export interface WalkStep {
  readonly station: string;
  readonly asked: readonly string[];
}

/**
 * A walk as docs/architecture.md tells it: a numbered step names its station first.
 *
 * @throws Error when there is no such heading
 */
export function documentedWalk(heading: string): readonly WalkStep[] {
  const text = readFileSync(join(process.cwd(), 'docs', 'architecture.md'), 'utf8');
  const start = text.indexOf(`### ${heading}\n`);
  if (start < 0) throw new Error(`docs/architecture.md has no '${heading}'`);
  const section = text.slice(start + 4).split(/\n##/, 1)[0]!;
  return section
    .split(/\n(?=\d+\. )/)
    .slice(1)
    .map((step) => {
      const [station = '', ...asked] = [...step.matchAll(/`([\w./-]+\.ts)`/g)].map(([, file]) => file!);
      return { station, asked };
    });
}

/** Every file that a walk names, once. */
export const filesOfWalk = (steps: readonly WalkStep[]): readonly string[] => [
  ...new Set(steps.flatMap(({ station, asked }) => [station, ...asked])),
];

/** The files that every one of several walks passed, in order of the alphabet. */
export const passedByAll = (walks: readonly PassedFiles[]): readonly string[] =>
  [...(walks[0] ?? [])].filter((file) => walks.every((walk) => walk.has(file))).sort();
