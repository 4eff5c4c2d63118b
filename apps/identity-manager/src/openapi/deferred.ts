import type * as swagger from './swagger';

export type Swagger = typeof swagger;

const waiting: ((swagger: Swagger) => void)[] = [];

/**
 * Puts a decorator of @nestjs/swagger off until the document is asked for: a service of which nobody asks it starts without the
 * library and its memory.
 */
export function deferred(decorate: (swagger: Swagger) => void): void {
  waiting.push(decorate);
}

/** Applies what was put off, in the order in which it was written. */
export function decorateAll(library: Swagger): void {
  for (const decorate of waiting.splice(0)) decorate(library);
}
