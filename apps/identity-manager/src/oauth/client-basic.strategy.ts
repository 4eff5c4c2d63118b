import { Injectable } from '@nestjs/common';
import { PassportStrategy } from '@nestjs/passport';
import type { Request } from 'express';
import { BasicStrategy } from 'passport-http';
import type { Client } from '../applications/client';
import { parseBasic } from './basic-credentials';
import { ClientAuthentication } from './client-authentication';
import { invalidClient, realm } from './oauth-errors';

/** Passport's Basic strategy for OAuth clients. */
@Injectable()
export class ClientBasicStrategy extends PassportStrategy(BasicStrategy, 'client-basic') {
  constructor(private readonly authentication: ClientAuthentication) {
    super({ realm, passReqToCallback: true });
  }

  /** The strategy cuts a secret at its first colon, so the pair is read from the header again. */
  async validate(request: Request): Promise<Client> {
    const credentials = parseBasic(request.headers.authorization ?? '');
    if (!credentials) throw invalidClient('Invalid client: cannot retrieve client credentials');
    return this.authentication.bySecret(credentials, request.ip);
  }
}
