import type { CanActivate, ExecutionContext } from '@nestjs/common';
import type { NgsiRequest } from './ngsi-request';

/**
 * What a request has to wait for before its handler takes anything from it.
 *
 * @returns undefined when there is nothing to wait for
 * @throws NgsiError  why it is refused; by rejection, too
 */
export type Admission = (request: NgsiRequest) => Promise<void> | undefined;

/**
 * Admits a request once its body is there.
 *
 * @param first  asked before the body is read; undefined: nobody
 */
export const admission = (first: Admission | undefined): Admission =>
  first === undefined
    ? (request) => request.whenBodyIsRead()
    : (request) => {
        const waiting = first(request);
        return waiting === undefined
          ? request.whenBodyIsRead()
          : waiting.then(() => request.whenBodyIsRead());
      };

/** Admission behind other guards: nothing of a request is read before those have let it through. */
export class AdmissionGuard implements CanActivate {
  constructor(private readonly admit: Admission) {}

  canActivate(context: ExecutionContext): true | Promise<true> {
    const waiting = this.admit(context.getArgByIndex<NgsiRequest>(0));
    return waiting === undefined ? true : waiting.then(() => true);
  }
}
