import { Injectable } from '@nestjs/common';
import type { Request } from 'express';
import { BasicStrategy } from 'passport-http';
import type { Client } from '../applications/client';
import { parseBasic } from './basic-credentials';
import { ClientAuthentication } from './client-authentication';
import { malformedCredentials, realm } from './oauth-errors';

/** What passport gives a strategy for one request: the ways it can end. */
interface Attempt {
  success(client: Client): void;
  fail(): void;
  error(error: unknown): void;
  authenticate(request: Request): void;
}

type Done = (error: unknown, client?: Client) => void;

/*
 * passport-http calls `new Buffer`, for which Node walks the stack on each of the first 10 000 calls (half as long as the
 * rest of a request) unless it has given its warning once; which it does not with node_modules anywhere on the stack, so
 * this is done while the module loads.
 */
const { noDeprecation } = process;
process.noDeprecation = true;
Reflect.construct(Buffer, ['']);
process.noDeprecation = noDeprecation;

/**
 * Passport's Basic strategy for OAuth clients. It is run directly, as `passport.authenticate` would, without that
 * middleware's sessions, redirects and log-ins, which a token endpoint has no use for and every request would pay for.
 */
@Injectable()
export class ClientBasicStrategy {
  private readonly strategy: object;

  constructor(private readonly authentication: ClientAuthentication) {
    this.strategy = new BasicStrategy(
      { realm, passReqToCallback: true },
      (request: Request, _id: string, _secret: string, done: Done) => void this.verify(request, done),
    );
  }

  /** @throws OAuthError invalid_client */
  authenticate(request: Request): Promise<Client> {
    return new Promise((resolve, reject) => {
      const attempt = Object.create(this.strategy) as Attempt;
      attempt.success = resolve;
      attempt.error = reject;
      attempt.fail = () => reject(malformedCredentials());
      attempt.authenticate(request);
    });
  }

  /** The strategy cuts a secret at its first colon, so the pair is read from the header again. */
  private async verify(request: Request, done: Done): Promise<void> {
    const credentials = parseBasic(request.headers.authorization ?? '');
    if (!credentials) return done(malformedCredentials());
    try {
      done(null, await this.authentication.bySecret(credentials, request.ip));
    } catch (error) {
      done(error);
    }
  }
}
