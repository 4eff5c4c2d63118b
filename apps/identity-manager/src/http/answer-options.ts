import type { Application, Request, Response } from 'express';

/** What a router of Express keeps of a route; its type declarations leave this out. */
interface Layer {
  readonly route?: { readonly methods: Readonly<Record<string, boolean>> };
  match(path: string): boolean;
}

/** Matches any method, so it says nothing of what a path can be asked with: how unknown paths are caught. */
const takesAll = (methods: Readonly<Record<string, boolean>>) =>
  methods['_all'] === true || methods['options'] === true;

/** Methods of the routes that take this path, in upper case and in the order of their registration. */
function methodsOf(app: Pick<Application, 'router'>, path: string): string[] {
  const layers = app.router.stack as unknown as readonly Layer[];
  const methods = layers.flatMap((layer) => {
    const { route } = layer;
    if (!route || takesAll(route.methods) || !layer.match(path)) return [];
    return Object.keys(route.methods).map((method) => method.toUpperCase());
  });
  return methods.includes('GET') ? [...methods, 'HEAD'] : methods;
}

/**
 * Answers OPTIONS as Express does by itself where nothing else answers: `Allow`, and the same as text (RFC 9110 section
 * 9.3.7; docs/behaviour/identity-manager.md#paths-and-methods). Says the same to everybody, since the paths are public knowledge.
 *
 * @returns false for a path that there is not
 */
export function answerOptions(
  app: Pick<Application, 'router'>,
  request: Pick<Request, 'path'>,
  response: Response,
): boolean {
  const allowed = [...new Set(methodsOf(app, request.path))].sort().join(', ');
  if (allowed === '') return false;
  response.set('Allow', allowed).type('text').send(allowed);
  return true;
}
