import { Injectable, type Type } from '@nestjs/common';
import { METHOD_METADATA, PATH_METADATA } from '@nestjs/common/constants.js';
import { DiscoveryService, HttpAdapterHost, MetadataScanner } from '@nestjs/core';
import type { Application } from 'express';
import { factsOf, noFacts, type RouteFacts } from './route-facts';

/** What a router of Express keeps of a route; its type declarations leave this out. */
interface Layer {
  readonly route?: { readonly path: string; readonly methods: Readonly<Record<string, boolean>> };
  match(path: string): boolean;
}

/** Matches any method, so it says nothing of what a path can be asked with: how unknown paths are caught. */
const takesAll = (methods: Readonly<Record<string, boolean>>) =>
  methods['_all'] === true || methods['options'] === true;

const isFixed = (pattern: string) => !/[:*{(]/.test(pattern);
const firstSegment = (path: string) => path.split('/', 2)[1] ?? '';
const withoutEnd = (path: string) => (path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path);
const joined = (...parts: readonly string[]) =>
  `/${parts
    .flatMap((part) => part.split('/'))
    .filter((part) => part !== '')
    .join('/')}`;
const asList = (value: string | readonly string[] | undefined) => [value ?? ''].flat();

interface Tables {
  readonly layers: readonly Required<Layer>[];
  readonly facts: ReadonlyMap<string, RouteFacts>;
  /** First segments below which there are paths. */
  readonly areas: ReadonlySet<string>;
}

/**
 * The routes of the running application: which one takes a path is Express's answer, what is declared of it comes from the
 * decorators. Built once, when the first request asks: everything is registered by then.
 */
@Injectable()
export class RouteTable {
  private built: Tables | undefined;

  constructor(
    private readonly discovery: DiscoveryService,
    private readonly scanner: MetadataScanner,
    private readonly adapter: HttpAdapterHost,
  ) {}

  /** What the route that takes the path declares. */
  factsOf(path: string): RouteFacts {
    const { facts } = this.tables;
    const fixed = facts.get(withoutEnd(path));
    if (fixed) return fixed;
    const pattern = this.layersOf(path)[0]?.route.path;
    return (pattern === undefined ? undefined : facts.get(pattern)) ?? noFacts;
  }

  /** Methods that a path can be asked with, in upper case, sorted; none for a path that there is not. */
  methodsOf(path: string): readonly string[] {
    const methods = this.layersOf(path).flatMap(({ route }) =>
      takesAll(route.methods) ? [] : Object.keys(route.methods).map((method) => method.toUpperCase()),
    );
    return [...new Set(methods.includes('GET') ? [...methods, 'HEAD'] : methods)].sort();
  }

  /** Every method of every path. A path that takes all methods catches what is unknown, and is left out. */
  list(): readonly { readonly verb: string; readonly path: string }[] {
    return this.tables.layers.flatMap(({ route: { path, methods } }) =>
      takesAll(methods) ? [] : Object.keys(methods).map((method) => ({ verb: method.toUpperCase(), path })),
    );
  }

  /** The path without what differs from request to request, for counters and traces. */
  labelOf(path: string): string {
    const known = withoutEnd(path);
    if (isFixed(known) && this.tables.facts.get(known)?.countedByPath) return known;
    const first = firstSegment(path);
    return this.tables.areas.has(first) ? `/${first}/*` : 'other';
  }

  private layersOf(path: string): readonly Required<Layer>[] {
    return this.tables.layers.filter((layer) => layer.match(path));
  }

  private get tables(): Tables {
    this.built ??= this.build();
    return this.built;
  }

  private build(): Tables {
    const { router } = this.adapter.httpAdapter.getInstance<Application>();
    const layers = (router.stack as unknown as readonly Layer[]).filter(
      (layer): layer is Required<Layer> => layer.route !== undefined,
    );
    const facts = new Map<string, RouteFacts>();
    for (const { metatype } of this.discovery.getControllers())
      if (typeof metatype === 'function') this.addFacts(facts, metatype as Type);
    const deep = layers.filter(({ route }) => route.path.split('/').length > 2);
    return { layers, facts, areas: new Set(deep.map(({ route }) => firstSegment(route.path))) };
  }

  private addFacts(facts: Map<string, RouteFacts>, controller: Type): void {
    const prototype = controller.prototype as Record<string, object>;
    for (const name of this.scanner.getAllMethodNames(prototype)) {
      const handler = prototype[name]!;
      if (!Reflect.hasMetadata(METHOD_METADATA, handler)) continue;
      const bases = asList(Reflect.getMetadata(PATH_METADATA, controller) as string | string[] | undefined);
      const paths = asList(Reflect.getMetadata(PATH_METADATA, handler) as string | string[] | undefined);
      for (const base of bases)
        for (const path of paths) {
          const pattern = joined(base, path);
          const declared = factsOf(controller, handler);
          const other = facts.get(pattern);
          if (other && JSON.stringify(other) !== JSON.stringify(declared))
            throw new Error(`${controller.name}.${name}: ${pattern} declares other facts for another method`);
          facts.set(pattern, declared);
        }
    }
  }
}
