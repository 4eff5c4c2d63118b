import type { Answer } from './answer';
import type { Reply } from './answer-writer';
import type { DescribedGroup } from './described-operation';
import type { Check, Face, FaceStatistics } from './face';
import type { NgsiRequest } from './ngsi-request';
import { NO_FACTS, type Audience, type RouteFacts } from './route-facts';
import { unroutable } from './unroutable';

/** What Nest makes of a controller's method: runs its guards and pipes, then answers, faults included. */
export type RouteHandler = (request: NgsiRequest, reply: Reply) => void;

/** One verb of a resource. */
export interface RouteOperation {
  readonly handle: RouteHandler;
  readonly facts: RouteFacts;
}

/** One resource of an interface: its path, the verbs it has, and what `Allow` says when another is used. */
export interface Resource {
  /** As registered: `/v2/entities/:id`. */
  readonly path: string;
  readonly face: Face;
  /** Where in the path its variable parts are, by name. */
  readonly positions: ReadonlyMap<string, number>;
  /** By verb. */
  readonly operations: ReadonlyMap<string, RouteOperation>;
  /** Undefined: a wrong verb is answered like an unknown path. */
  readonly allow: string | undefined;
  /** The key of its counters in `/statistics`. */
  readonly statistics: string;
  /** Audience that may hear that a verb is none of it: operators, where one of its verbs is for them. Undefined: nobody may use any. */
  readonly audience: Audience | undefined;
  readonly isPage: boolean;
  readonly isForBrowsers: boolean;
  readonly openToOrigins: boolean;
}

interface Entry {
  resource: { -readonly [K in keyof Resource]: Resource[K] } & {
    readonly operations: Map<string, RouteOperation>;
  };
  /** Path segments; undefined is a variable one. */
  readonly segments: readonly (string | undefined)[];
  readonly inLowerCase: readonly (string | undefined)[];
  ignoresCase: boolean;
  isAlias: boolean;
}

/** The resources that controllers have registered, found by the components of a path, and the faces they belong to. */
export class RouteTable {
  private readonly byLength = new Map<number, Entry[]>();
  private readonly faces = new Map<string, Face>();
  private readonly all: Face[] = [];
  private facts: ReadonlyMap<string, RouteFacts> = new Map();
  /** First components, in lower case, below which operators have routes. */
  private readonly operatorAreas = new Set<string>();

  /** @param others  the face of paths below no prefix */
  constructor(readonly others: Face) {}

  /** Adds a face, before its routes are added. */
  speak(face: Face): void {
    for (const prefix of face.prefixes) this.faces.set(prefix, face);
    this.all.push(face);
  }

  /** Takes what handlers declare, by verb and path, before the routes are added. */
  declare(facts: ReadonlyMap<string, RouteFacts>): void {
    this.facts = facts;
  }

  /** Adds one verb of a path. */
  add(verb: string, path: string, handle: RouteHandler): void {
    const facts = this.facts.get(`${verb} ${path}`) ?? NO_FACTS;
    const entry = this.entryOf(path);
    const { resource } = entry;
    resource.operations.set(verb, { handle, facts });
    const all = [...resource.operations.values()].map((operation) => operation.facts);
    const allow = all.find((one) => one.allow !== undefined)?.allow;
    resource.allow = allow === false ? undefined : (allow ?? [...resource.operations.keys()].join(', '));
    resource.statistics = all.find(({ countedAs }) => countedAs)?.countedAs ?? rowOfPath(path);
    resource.audience = all.some(({ audience }) => audience === 'operators') ? 'operators' : all[0]?.audience;
    resource.isPage = all.some(({ isPage }) => isPage);
    resource.isForBrowsers = all.some(({ isForBrowsers }) => isForBrowsers);
    resource.openToOrigins = all.some(({ openToOrigins }) => openToOrigins);
    if (all.some(({ exactCase }) => exactCase)) entry.ignoresCase = false;
    if (facts.audience === 'operators') this.noteOperatorArea(entry);
  }

  /** Makes a path known that has no operation, or not all of those it once had: its other verbs are answered 405. */
  addKnown(path: string, allow: string): void {
    const { resource } = this.entryOf(path);
    resource.allow = allow;
    resource.audience ??= 'clients';
  }

  /** Another path of a resource: its operations, its counters. It is not listed. */
  addAlias(path: string, of: string): void {
    const { resource } = this.entryOf(of);
    const alias = this.entryOf(path);
    const { face, positions } = alias.resource;
    alias.resource = { ...resource, path, face, positions };
    alias.isAlias = true;
  }

  /** The face of a path, by its components. */
  faceOf([prefix = '']: readonly string[]): Face {
    const face = this.faces.get(prefix) ?? this.faces.get(prefix.toLowerCase());
    return face === undefined || (face.exactCase && !face.prefixes.includes(prefix)) ? this.others : face;
  }

  /** The face that tells of a bad or unknown path or a wrong verb: below no prefix one may take it over. */
  routingFaceOf(components: readonly string[]): Face {
    const face = this.faceOf(components);
    if (face !== this.others) return face;
    const first = components[0] ?? '';
    return this.all.find((one) => one.tellsUnknown?.(first)) ?? face;
  }

  /** Whether a path that there is not is one of operators, below whose paths strangers are told nothing. */
  isOperatorArea([first = '']: readonly string[]): boolean {
    return this.operatorAreas.has(first.toLowerCase());
  }

  private noteOperatorArea({ resource, segments }: Entry): void {
    if (resource.face === this.others && segments[0] !== undefined)
      this.operatorAreas.add(segments[0].toLowerCase());
  }

  private entryOf(path: string): Entry {
    const names = namesIn(path);
    const entries = this.byLength.get(names.length) ?? [];
    this.byLength.set(names.length, entries);
    return entries.find(({ resource }) => resource.path === path) ?? this.create(path, names, entries);
  }

  private create(path: string, names: readonly string[], entries: Entry[]): Entry {
    const face = this.faceOf(names);
    const segments = names.map((name) => (name.startsWith(':') ? undefined : name));
    const entry: Entry = {
      resource: {
        path,
        face,
        positions: positionsOf(names),
        operations: new Map(),
        allow: undefined,
        statistics: rowOfPath(path),
        audience: undefined,
        isPage: false,
        isForBrowsers: false,
        openToOrigins: false,
      },
      segments,
      inLowerCase: segments.map((segment) => segment?.toLowerCase()),
      ignoresCase: !face.exactCase,
      isAlias: false,
    };
    entries.push(entry);
    return entry;
  }

  /** The verbs that are counted under each key of `/statistics`: those of all resources that share it. */
  statistics(): ReadonlyMap<string, ReadonlySet<string>> {
    const verbs = new Map<string, Set<string>>();
    const note = (key: string, verb: string) => void verbs.set(key, (verbs.get(key) ?? new Set()).add(verb));
    for (const { resource } of this.entries())
      for (const [verb, { facts }] of resource.operations)
        note(facts.selectionCountedAs ?? resource.statistics, verb);
    for (const { countedOnly } of this.statisticsOfFaces())
      for (const [key, verb] of countedOnly) note(key, verb);
    return verbs;
  }

  /** Rows that count preflights, also where those are refused for want of CORS. */
  rowsWithPreflights(): ReadonlySet<string> {
    const resources = this.entries()
      .map(({ resource }) => resource)
      .filter(({ face, allow }) => face.answersPreflights && allow !== undefined);
    const selections = resources.flatMap(({ operations }) =>
      [...operations.values()].flatMap(({ facts }) => facts.selectionCountedAs ?? []),
    );
    return new Set([...resources.map(({ statistics }) => statistics), ...selections]);
  }

  /** Rows of faces that are told whether they were used or not. */
  statisticsOfFaces(): readonly FaceStatistics[] {
    return this.all.flatMap(({ statistics }) => statistics ?? []);
  }

  /** Operations of all faces, as they are described. */
  described(): readonly DescribedGroup[] {
    return this.all.flatMap(({ described }) => described ?? []);
  }

  /** Every verb that a controller has registered, with its path. */
  list(): readonly { readonly verb: string; readonly path: string }[] {
    return this.entries()
      .filter(({ isAlias }) => !isAlias)
      .flatMap(({ resource: { path, operations } }) =>
        [...operations.keys()].map((verb) => ({ verb, path })),
      );
  }

  private entries(): readonly Entry[] {
    return [...this.byLength.values()].flat();
  }

  find(components: readonly string[]): Resource | undefined {
    const entries = this.byLength.get(components.length);
    return entries?.find((entry) => matches(entry, components))?.resource;
  }
}

const namesIn = (path: string): readonly string[] => (path === '/' ? [] : path.split('/').slice(1));

const rowOfPath = (path: string): string => path.replace(/:(\w+)/g, '{$1}');

const positionsOf = (names: readonly string[]): ReadonlyMap<string, number> =>
  new Map(names.flatMap((name, at) => (name.startsWith(':') ? [[name.slice(1), at] as const] : [])));

function matches(
  { segments, inLowerCase, ignoresCase, resource }: Entry,
  components: readonly string[],
): boolean {
  for (let at = 0; at < segments.length; at++) {
    const segment = segments[at];
    const component = components[at]!;
    if (segment === undefined) {
      if (component === '' && !resource.face.takesEmptyParts) return false;
      continue;
    }
    if (segment !== component && !(ignoresCase && inLowerCase[at] === component.toLowerCase())) return false;
  }
  return true;
}

/** Whether the request has a route that it may use: the last check of every face. */
export const routing: Check = {
  run: (request, settings): Answer | undefined => {
    const { operation } = request;
    if (operation?.facts.audience === undefined || !isKnownTo(request)) return unroutable(request, settings);
    return undefined;
  },
  logged: ({ path, method }, { status }) => {
    if (status === 403) return `nobody may use '${path}'`;
    return status === 405 ? `bad verb for url '${path}', method '${method}'` : `service '${path}' not found`;
  },
  isOfPath: true,
};

/** Pages for people are unknown to clients of the interface; a route that changes many is known to those who say how many. */
export const isKnownTo = (request: NgsiRequest): boolean =>
  request.resource?.isForBrowsers
    ? takesPages(request)
    : !request.changesSelection || request.parameter('limit') !== undefined;

/** Clients of the interface ask for JSON, or for anything. */
const takesPages = (request: NgsiRequest): boolean => /\btext\/html\b/.test(request.header('accept') ?? '');
