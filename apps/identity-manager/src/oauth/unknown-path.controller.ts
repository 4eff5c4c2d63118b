import { All, Controller, Req } from '@nestjs/common';
import type { Request } from 'express';
import { OAuthError } from './oauth-errors';

/** Paths that exist for other methods. */
const allowed: readonly (readonly [path: RegExp, methods: string])[] = [
  [/^\/oauth2\/(token|revoke|introspect|enable_app)\/?$/, 'POST'],
  [/^\/oauth2\/authorize\/?$/, 'GET, POST'],
  [/^\/user\/?$/, 'GET, HEAD'],
];

/** Says 405 with Allow for a known path, 404 for an unknown one, to browsers and programs alike (spec section 2.2). */
@Controller()
export class UnknownPathController {
  @All(['oauth2', 'oauth2/*path', 'user'])
  answer(@Req() { path }: Request): never {
    const methods = allowed.find(([pattern]) => pattern.test(path))?.[1];
    if (methods === undefined) throw new OAuthError('invalid_request', 'Path not Found', 404);
    throw new OAuthError('invalid_request', 'Invalid request: method is not allowed', 405, {
      Allow: methods,
    });
  }
}
