import { RequestMethod, type INestApplicationContext } from '@nestjs/common';
import { METHOD_METADATA, PATH_METADATA } from '@nestjs/common/constants.js';
import { MetadataScanner, ModulesContainer } from '@nestjs/core';
import { routeFactsOf, type RouteFacts } from './route-facts';

const asList = (value: string | readonly string[] | undefined): readonly string[] => [value ?? ''].flat();

const joined = (...parts: readonly string[]): string =>
  `/${parts
    .flatMap((part) => part.split('/'))
    .filter((part) => part !== '')
    .join('/')}`;

/** Facts that the handlers of an application declare, by verb and path as they are registered: `GET /v2/entities/:id`. */
export function declaredFacts(app: INestApplicationContext): ReadonlyMap<string, RouteFacts> {
  const facts = new Map<string, RouteFacts>();
  for (const { controllers } of app.get(ModulesContainer).values())
    for (const { metatype } of controllers.values()) if (metatype) addFacts(facts, metatype);
  return facts;
}

/** Adds what the handlers of one controller declare. */
export function addFacts(facts: Map<string, RouteFacts>, controller: object): void {
  const { prototype } = controller as { readonly prototype: Readonly<Record<string, object>> };
  for (const name of new MetadataScanner().getAllMethodNames(prototype)) {
    const handler = prototype[name]!;
    const verb = Reflect.getMetadata(METHOD_METADATA, handler) as RequestMethod | undefined;
    if (verb === undefined) continue;
    const pathsOf = (target: object) =>
      asList(Reflect.getMetadata(PATH_METADATA, target) as string | readonly string[] | undefined);
    for (const base of pathsOf(controller))
      for (const path of pathsOf(handler))
        facts.set(`${RequestMethod[verb]} ${joined(base, path)}`, routeFactsOf(controller, handler));
  }
}
