import type { Request, Response } from 'express';
import type { Logger } from '../service/logger';

/** Logs a request when it is answered: its verb and route, never the address or a body, which hold tokens and passwords. */
export function logRequest(log: Logger, route: string, { method }: Request, response: Response): void {
  const start = performance.now();
  response.once('finish', () => {
    const milliseconds = Math.round(performance.now() - start);
    log.info('request', { method, route, status: response.statusCode, milliseconds });
  });
}
