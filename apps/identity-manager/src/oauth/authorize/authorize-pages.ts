import { Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import { sharableAttributes, type SharedAttribute } from '../../users/consents.service';
import type { UserRow } from '../../users/user.row';
import { Csrf } from '../../web/csrf';
import { Pages } from '../../web/pages';
import type { AddressedRequest } from './authorize-request';

const labels: Readonly<Record<SharedAttribute, string>> = {
  username: 'your user name',
  email: 'your e-mail address',
  identity_attributes: 'your identity attributes',
  image: 'your picture',
  gravatar: 'your Gravatar',
  eidas_profile: 'your eIDAS profile',
};

/** The query of the request, as it came. */
const queryOf = (request: Request) => {
  const mark = request.originalUrl.indexOf('?');
  return mark < 0 ? '' : request.originalUrl.slice(mark);
};

/** Origin (or scheme) that the browser is sent to after the form; Chrome applies form-action to it too. */
function formTargets({ redirectUri }: AddressedRequest): string[] {
  const { origin, protocol } = new URL(redirectUri);
  return [origin === 'null' ? protocol : origin];
}

/** The pages of the authorization endpoint. */
@Injectable()
export class AuthorizePages {
  constructor(
    private readonly pages: Pages,
    private readonly csrf: Csrf,
  ) {}

  login(request: Request, response: Response, asked: AddressedRequest, message: string | undefined): void {
    const hint: unknown = request.query['login_hint'];
    this.pages.send(
      response,
      200,
      'login',
      {
        application: asked.client.name,
        action: `${request.path}${queryOf(request)}`,
        csrf: this.csrf.fieldFor(request, response),
        message,
        loginHint: typeof hint === 'string' ? hint : '',
      },
      formTargets(asked),
    );
  }

  consent(request: Request, response: Response, asked: AddressedRequest, user: UserRow): void {
    this.pages.send(
      response,
      200,
      'consent',
      {
        application: asked.client.name,
        description: asked.client.description ?? '',
        username: user.username,
        action: `${request.path.replace(/\/authorize\/?$/, '/enable_app')}${queryOf(request)}`,
        csrf: this.csrf.fieldFor(request, response),
        attributes: sharableAttributes.map((name) => ({ name, label: labels[name] })),
      },
      formTargets(asked),
    );
  }

  error(response: Response, status: number, code: string, message: string): void {
    this.pages.send(response, status, 'error', { code, message });
  }
}
