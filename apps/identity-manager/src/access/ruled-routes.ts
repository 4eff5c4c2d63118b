import { RequestMethod, type Type } from '@nestjs/common';
import { METHOD_METADATA, PATH_METADATA } from '@nestjs/common/constants.js';
import { RULE, type Rule } from './rule';

/** One route with the rule that says who may call it. */
export interface RuledRoute {
  /** In upper case; ALL for a route that takes any. */
  readonly method: string;
  /** Without the prefix, with `:name` for parameters; empty for the prefix itself. */
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

function routesOf(controller: Type, prefix: string): RuledRoute[] {
  const bases = [Reflect.getMetadata(PATH_METADATA, controller) as string | string[] | undefined].flat();
  const base = bases.find((path) => path === prefix || path?.startsWith(`${prefix}/`));
  if (base === undefined) return [];
  return Object.getOwnPropertyNames(controller.prototype).flatMap((name) => {
    const handler: unknown = Object.getOwnPropertyDescriptor(controller.prototype, name)?.value;
    if (typeof handler !== 'function' || !Reflect.hasMetadata(METHOD_METADATA, handler)) return [];
    const method = RequestMethod[Reflect.getMetadata(METHOD_METADATA, handler) as RequestMethod];
    const path = joined(base.slice(prefix.length), Reflect.getMetadata(PATH_METADATA, handler) as string);
    return { method, path, rule: Reflect.getMetadata(RULE, handler) as Rule | undefined };
  });
}

/** The routes of controllers below a prefix, in the order of their registration. */
export const ruledRoutes = (controllers: readonly Type[], prefix: string): readonly RuledRoute[] =>
  controllers.flatMap((controller) => routesOf(controller, prefix));
