import 'reflect-metadata';
import { RequestMethod, type Type } from '@nestjs/common';
import { METHOD_METADATA, MODULE_METADATA, PATH_METADATA } from '@nestjs/common/constants.js';
import { apiPrefixes } from './api-controller';
import { ApiModule } from './api.module';
import { RULE, type Rule } from '../../access/rule';

/** One route of the management API, without prefix. */
export interface ApiRoute {
  /** In upper case; ALL for a route that takes any. */
  readonly method: string;
  /** With `:name` for parameters; empty for the index. */
  readonly path: string;
  /** Undefined when somebody forgot it; the guard refuses such a route. */
  readonly rule: Rule | undefined;
}

const joined = (...parts: readonly string[]) =>
  parts
    .flatMap((part) => part.split('/'))
    .filter((part) => part !== '')
    .map((part) => `/${part}`)
    .join('');

function routesOf(controller: Type): ApiRoute[] {
  const bases = Reflect.getMetadata(PATH_METADATA, controller) as string | string[];
  // Below /v1 and /v3 alike; the first stands for both.
  const base = [bases].flat()[0]?.replace(new RegExp(`^${apiPrefixes[0]}/?`), '') ?? '';
  return Object.getOwnPropertyNames(controller.prototype).flatMap((name) => {
    const handler: unknown = Object.getOwnPropertyDescriptor(controller.prototype, name)?.value;
    if (typeof handler !== 'function' || !Reflect.hasMetadata(METHOD_METADATA, handler)) return [];
    const method = RequestMethod[Reflect.getMetadata(METHOD_METADATA, handler) as RequestMethod];
    const path = joined(base, Reflect.getMetadata(PATH_METADATA, handler) as string);
    return { method, path, rule: Reflect.getMetadata(RULE, handler) as Rule | undefined };
  });
}

/** Every route of the management API, in the order of their registration. */
export function apiRoutes(): readonly ApiRoute[] {
  const controllers = Reflect.getMetadata(MODULE_METADATA.CONTROLLERS, ApiModule) as Type[];
  return controllers.flatMap(routesOf);
}
