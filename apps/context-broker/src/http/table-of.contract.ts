import type { Type } from '@nestjs/common';
import { FACE_OF_OTHERS, NGSIV2_FACE } from '../faces/ngsiv2/ngsiv2-face';
import { addFacts } from './declared-facts';
import type { Face } from './face';
import type { RouteOperation, Resource } from './route-table';
import { RouteTable } from './route-table';
import type { RouteFacts } from './route-facts';

/** The routes of controllers, with the facts that they declare. */
export function tableOf(controllers: readonly Type[], faces: readonly Face[] = [NGSIV2_FACE]): RouteTable {
  const facts = new Map<string, RouteFacts>();
  for (const controller of controllers) addFacts(facts, controller);
  const routes = new RouteTable(FACE_OF_OTHERS);
  for (const face of faces) routes.speak(face);
  routes.declare(facts);
  for (const key of facts.keys()) {
    const [verb = '', path = ''] = key.split(' ');
    routes.add(verb, path, () => undefined);
  }
  return routes;
}

/** Route that is found for a request. */
export function routeOf(
  routes: RouteTable,
  method: string,
  path: string,
): {
  readonly resource: Resource | undefined;
  readonly operation: RouteOperation | undefined;
  readonly components: readonly string[];
} {
  const components = path === '/' ? [] : path.slice(1).split('/');
  const resource = routes.find(components);
  return { resource, operation: resource?.operations.get(method), components };
}
