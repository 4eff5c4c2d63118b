import { Injectable } from '@nestjs/common';
import type { Request } from 'express';
import passport from 'passport';
import { BasicStrategy } from 'passport-http';
import type { Client } from '../../subjects/applications/client';
import { parseBasic } from './basic-credentials';
import { ClientAuthentication } from './client-authentication';
import { noCredentials, realm } from './oauth-errors';

/** What passport and the strategy see of a request. */
type Seen = Pick<Request, 'headers' | 'ip'>;
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

/** Passport's Basic strategy for OAuth clients, without sessions and without its answers: the caller's error is sent. */
@Injectable()
export class ClientBasicStrategy {
  private readonly passport = new passport.Passport();

  constructor(private readonly authentication: ClientAuthentication) {
    this.passport.use(
      new BasicStrategy(
        { realm, passReqToCallback: true },
        (request: Seen, _id: string, _secret: string, done: Done) => void this.verify(request, done),
      ),
    );
  }

  /** @throws OAuthError invalid_client */
  authenticate(request: Request): Promise<Client> {
    return new Promise((resolve, reject) => {
      const finish = (error: unknown, client?: Client | false) => {
        if (error) reject(error);
        else if (client) resolve(client);
        else reject(noCredentials());
      };
      // Passport puts sessions and log-ins on what it is given; on the request itself they would slow all that follows.
      const seen = { headers: request.headers, ip: request.ip };
      this.passport.authenticate('basic', { session: false }, finish)(seen, request.res, reject);
    });
  }

  /** The strategy cuts a secret at its first colon, so the pair is read from the header again. */
  private async verify(request: Seen, done: Done): Promise<void> {
    const credentials = parseBasic(request.headers.authorization ?? '');
    if (!credentials) return done(noCredentials());
    try {
      done(null, await this.authentication.bySecret(credentials, request.ip));
    } catch (error) {
      done(error);
    }
  }
}
