import { Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import { askedAttributes } from '../../../subjects/consents/consents.service';
import type { UserRow } from '../../../database/entities/user.row';
import type { FailureNote } from '../../../pages/failed-sign-in';
import { Pages } from '../../../pages/pages';
import type { AddressedRequest, AuthorizeAnswer, AuthorizeRequest } from './authorize-request';
import { flowAddress } from './flow-address';
import { formTargetOf, withParameters } from './redirect-uri';

const formTargets = ({ redirectUri }: AddressedRequest): string[] => [formTargetOf(redirectUri)];

/** Where the user will be sent, in words they can check. */
function hostOf(redirectUri: string): string {
  const { host, protocol } = new URL(redirectUri);
  return host === '' ? protocol : host;
}

/** The pages of the authorization endpoint. */
@Injectable()
export class AuthorizePages {
  constructor(private readonly pages: Pages) {}

  login(request: Request, response: Response, asked: AddressedRequest, failure: FailureNote): void {
    const hint: unknown = request.query['login_hint'];
    this.pages.send(
      response,
      200,
      'login',
      {
        application: asked.client.name,
        action: flowAddress(request, 'authorize'),
        loginHint: typeof hint === 'string' ? hint : '',
        ...failure,
      },
      formTargets(asked),
    );
  }

  consent(request: Request, response: Response, asked: AuthorizeRequest, user: UserRow): void {
    this.pages.send(
      response,
      200,
      'consent',
      {
        application: asked.client.name,
        description: asked.client.description ?? '',
        username: user.username,
        action: flowAddress(request, 'enable_app'),
        attributes: askedAttributes(user, asked.askedScope),
        redirectHost: hostOf(asked.redirectUri),
        clientUrl: asked.client.url ?? '',
        image: asked.client.image,
      },
      formTargets(asked),
    );
  }

  /** Sends the user back to the client: by redirect, or by a form that sends itself. */
  answer(response: Response, status: 302 | 303, { to, parameters }: AuthorizeAnswer): void {
    if (to.mode !== 'form_post')
      return response.redirect(status, withParameters(to.redirectUri, to.mode, parameters));
    this.pages.send(
      response,
      200,
      'post-back',
      { application: to.client.name, action: to.redirectUri, parameters },
      formTargets(to),
    );
  }

  error(response: Response, status: number, code: string, message: string): void {
    this.pages.send(response, status, 'error', { code, message });
  }
}
