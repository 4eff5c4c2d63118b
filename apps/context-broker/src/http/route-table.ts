import type { Dialect } from './dialect';
import type { NgsiRequest } from './ngsi-request';
import type { Reply } from './answer-writer';
import { COUNTED_ONLY, KNOWN, PAGE_PATHS, type SelectionChange } from './known-resources';
import type { UrlParameters } from './url-parameters';

/** What Nest makes of a controller's method: runs its guards and pipes, then answers, faults included. */
export type RouteHandler = (request: NgsiRequest, reply: Reply) => void;

/** One resource of the interface: its path, the verbs it has, and what `Allow` says when another is used. */
export interface Resource {
  /** As registered: `/v2/entities/:id`. */
  readonly path: string;
  /** Where in the path its variable parts are, by name. */
  readonly positions: ReadonlyMap<string, number>;
  /** By verb. */
  readonly handlers: ReadonlyMap<string, RouteHandler>;
  /** Undefined: a wrong verb is answered like an unknown path. */
  readonly allow: string | undefined;
  /** The key of its counters in `/statistics`. */
  readonly statistics: string;
  /** What people look at: its addresses and forms are not held to the rules of the interface. */
  readonly isPage: boolean;
  /** Known to those only who ask for a page. */
  readonly isForBrowsers: boolean;
  /** Undefined: it changes what its path names, and nothing else. */
  readonly selection: SelectionChange | undefined;
}

/** Whether the operation changes whatever the URL parameters select: then `limit` is asked for, and may be greater than a page. */
export const changesSelection = (method: string, resource: Resource | undefined): boolean =>
  resource?.selection?.verbs.has(method) === true;

/** Whether the operation can do so: by a filter in the body, too. */
export const mayChangeSelection = (method: string, resource: Resource | undefined): boolean =>
  changesSelection(method, resource) || resource?.selection?.inBody === true;

/** The row of `/statistics` that counts a verb of a resource. */
const rowOf = (verb: string, resource: Resource): string =>
  (changesSelection(verb, resource) ? resource.selection?.statistics : undefined) ?? resource.statistics;

/** The row that counts a request. Without `limit` there is no change of a selection. */
export const statisticsRow = (method: string, resource: Resource, { values }: UrlParameters): string =>
  values.has('limit') ? rowOf(method, resource) : resource.statistics;

/** First components under which letter case counts. */
const EXACT: ReadonlySet<string> = new Set(['v2', 'version']);

/** First components of the paths whose unknown ones and wrong verbs are told as in NGSIv2, whatever else is spoken. */
const TOLD_IN_NGSIV2: ReadonlySet<string> = new Set(['v2', 'version', 'admin']);

interface Entry {
  resource: { -readonly [K in keyof Resource]: Resource[K] } & {
    readonly handlers: Map<string, RouteHandler>;
  };
  /** Path segments; undefined is a variable one. */
  readonly segments: readonly (string | undefined)[];
  readonly ignoresCase: boolean;
  isAlias: boolean;
}

/** The resources that controllers have registered, found by the components of a path. */
export class RouteTable {
  private readonly byLength = new Map<number, Entry[]>();
  private readonly dialects = new Map<string, Dialect>();
  private spoken: Dialect | undefined;

  /** Adds one verb of a path. Most paths outside `/v2` ignore letter case, as in the original. */
  add(verb: string, path: string, handler: RouteHandler): void {
    const entry = this.entryOf(path);
    entry.resource.handlers.set(verb, handler);
    const known = KNOWN.find((resource) => resource.path === path);
    entry.resource.allow =
      known?.allow === false ? undefined : (known?.allow ?? [...entry.resource.handlers.keys()].join(', '));
  }

  /** Makes a path known that has no operation, or not all of those it once had: its other verbs are answered 405. */
  addKnown(path: string, allow: string): void {
    this.entryOf(path).resource.allow = allow;
  }

  /** Another path of a resource: its operations, its counters. It is not listed. */
  addAlias(path: string, of: string): void {
    const { resource } = this.entryOf(of);
    const alias = this.entryOf(path);
    alias.resource = { ...resource, path, positions: alias.resource.positions };
    alias.isAlias = true;
  }

  /** Below the prefixes of `dialect` faults are told its way. */
  speak(dialect: Dialect): void {
    for (const prefix of dialect.prefixes) this.dialects.set(prefix, dialect);
    this.spoken = dialect;
  }

  /** The dialect of a path, by its components; undefined for NGSIv2. */
  dialectOf([prefix = '']: readonly string[]): Dialect | undefined {
    if (prefix === 'v2' || this.dialects.size === 0) return undefined;
    return this.dialects.get(prefix.toLowerCase());
  }

  /** The dialect in which a bad or unknown path or a wrong verb is told: outside of NGSIv2 too, as in the original. */
  routingDialectOf([prefix = '']: readonly string[]): Dialect | undefined {
    return TOLD_IN_NGSIV2.has(prefix) ? undefined : this.spoken;
  }

  private entryOf(path: string): Entry {
    const segments = namesIn(path).map((segment) => (segment.startsWith(':') ? undefined : segment));
    const entries = this.byLength.get(segments.length) ?? [];
    this.byLength.set(segments.length, entries);
    return entries.find(({ resource }) => resource.path === path) ?? this.create(path, segments, entries);
  }

  private create(path: string, segments: readonly (string | undefined)[], entries: Entry[]): Entry {
    const known = KNOWN.find((resource) => resource.path === path);
    const ignoresCase = !EXACT.has(segments[0]!);
    const spelled = ignoresCase ? segments.map((segment) => segment?.toLowerCase()) : segments;
    const entry: Entry = {
      resource: {
        path,
        positions: positionsOf(path),
        handlers: new Map(),
        allow: undefined,
        statistics: known?.statistics ?? path.replace(/:(\w+)/g, '{$1}'),
        isPage: PAGE_PATHS.test(path),
        isForBrowsers: path === '/',
        selection: known?.selection,
      },
      segments: spelled,
      ignoresCase,
      isAlias: false,
    };
    entries.push(entry);
    return entry;
  }

  /** The verbs that are counted under each key of `/statistics`: those of all resources that share it. */
  statistics(): ReadonlyMap<string, ReadonlySet<string>> {
    const verbs = new Map<string, Set<string>>();
    const note = (key: string, verb: string) => void verbs.set(key, (verbs.get(key) ?? new Set()).add(verb));
    for (const entries of this.byLength.values())
      for (const { resource } of entries)
        for (const verb of resource.handlers.keys()) note(rowOf(verb, resource), verb);
    for (const [key, verb] of COUNTED_ONLY) note(key, verb);
    return verbs;
  }

  /** Every verb that a controller has registered, with its path. */
  list(): readonly { readonly verb: string; readonly path: string }[] {
    return [...this.byLength.values()]
      .flat()
      .filter(({ isAlias }) => !isAlias)
      .flatMap(({ resource: { path, handlers } }) => [...handlers.keys()].map((verb) => ({ verb, path })));
  }

  find(components: readonly string[]): Resource | undefined {
    const entries = this.byLength.get(components.length);
    return entries?.find((entry) => matches(entry, components))?.resource;
  }
}

const namesIn = (path: string): readonly string[] => (path === '/' ? [] : path.split('/').slice(1));

const positionsOf = (path: string): ReadonlyMap<string, number> =>
  new Map(
    namesIn(path).flatMap((segment, at) =>
      segment.startsWith(':') ? [[segment.slice(1), at] as const] : [],
    ),
  );

function matches({ segments, ignoresCase }: Entry, components: readonly string[]): boolean {
  for (let at = 0; at < segments.length; at++) {
    const segment = segments[at];
    const component = components[at]!;
    if (segment === undefined) {
      if (component === '' && segments[0] !== 'v2') return false;
      continue;
    }
    if (segment !== component && !(ignoresCase && segment === component.toLowerCase())) return false;
  }
  return true;
}
