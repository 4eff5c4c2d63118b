import { applyDecorators, Injectable, SetMetadata } from '@nestjs/common';
import type { Request, Response } from 'express';

/** How a door says what went wrong, where no filter of a controller does: errors of the frame, and paths that there are not. */
export interface ErrorAnswers {
  answer(error: unknown, request: Request, response: Response): void;
}

export const ERRORS_BELOW = 'identity-manager.errors-below';

/**
 * Stands on a class that answers the errors of paths below these prefixes; of several, the longest counts. `/` is all that no
 * other has.
 *
 * @param prefixes  with `:name` for a segment of any text
 */
export const ErrorsBelow = (...prefixes: readonly string[]) =>
  applyDecorators(Injectable(), SetMetadata(ERRORS_BELOW, prefixes));

const segmentsOf = (path: string) => path.split('/').filter((segment) => segment !== '');

/** How many segments of a prefix a path begins with: all of them, or it is not below it. */
export function segmentsBelow(prefix: string, path: string): number | undefined {
  const [wanted, found] = [segmentsOf(prefix), segmentsOf(path)];
  const isBelow = wanted.every((segment, at) =>
    segment.startsWith(':') ? found[at] !== undefined : segment === found[at],
  );
  return isBelow ? wanted.length : undefined;
}
