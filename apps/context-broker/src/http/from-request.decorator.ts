import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { NgsiRequest } from './ngsi-request';

/**
 * Makes a parameter decorator from a function that takes something from the request. A body that is still on its way is
 * waited for before anything is taken: it is read only once the guards have let the request through, and the faults of
 * parameters come in one order. That order is Nest's: the last parameter is taken first. So a handler names path, headers and
 * body in this order, and a client hears of them as from the original: body, headers, path.
 */
export const fromRequest = <Data, Value>(take: (request: NgsiRequest, data: Data) => Value) =>
  createParamDecorator((data: Data, context: ExecutionContext): Value | Promise<Value> => {
    const request = context.getArgByIndex<NgsiRequest>(0);
    const pending = request.whenBodyIsRead();
    return pending === undefined ? take(request, data) : pending.then(() => take(request, data));
  });

/** The whole request. */
export const Asked = fromRequest((request) => request);
