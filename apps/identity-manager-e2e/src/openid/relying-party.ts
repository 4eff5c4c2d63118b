import { createHash } from 'node:crypto';
import { createLocalJWKSet, decodeProtectedHeader, jwtVerify, type JWTPayload } from 'jose';
import { Browser, formOf, type Page } from '../browser';
import { authorizeAs } from '../authorize/code-flow';
import { basic, type Admin, type TestApplication, type TestUser } from '../provision';
import { requests } from '../requests';

/** Parameters of a request; undefined ones are left out. */
export type Asked = Readonly<Record<string, string | undefined>>;

/** Answer that came back to the client. */
export interface Answer {
  /** How: by which part of the address, by a form, or not at all. */
  readonly by: 'query' | 'fragment' | 'form_post' | 'page';
  readonly fields: Readonly<Record<string, string>>;
  readonly page: Page;
}

const GRANTS = ['authorization_code', 'implicit', 'hybrid', 'refresh_token'];

/** An application of the style `openid`. */
export const openApplication = (
  admin: Admin,
  more: Readonly<Record<string, unknown>> = {},
): Promise<TestApplication> =>
  admin.createApplication({ scope: ['openid'], grant_type: GRANTS, openid_style: 'openid', ...more });

export function answerOf(page: Page, redirectUri: string): Answer {
  if (page.location?.startsWith(redirectUri)) {
    const { search, hash } = new URL(page.location);
    const by = hash === '' ? 'query' : 'fragment';
    return {
      by,
      fields: Object.fromEntries(new URLSearchParams(hash === '' ? search : hash.slice(1))),
      page,
    };
  }
  if (page.status === 200 && page.text.includes('data-send-now'))
    return { by: 'form_post', fields: Object.fromEntries(formOf(page.text, redirectUri).fields), page };
  return { by: 'page', fields: {}, page };
}

const leftHalf = (text: string) => {
  const digest = createHash('sha256').update(text).digest();
  return digest.subarray(0, digest.length / 2).toString('base64url');
};

/** A client as the conformance suite of the OpenID Foundation is one: it checks everything it gets. */
export class RelyingParty {
  readonly browser: Browser;

  constructor(
    readonly url: string,
    readonly application: TestApplication,
    readonly user: TestUser,
    private readonly responseType = 'code',
    private readonly responseMode?: string,
  ) {
    this.browser = new Browser(url);
  }

  path(asked: Asked = {}): string {
    const all: Asked = {
      response_type: this.responseType,
      response_mode: this.responseMode,
      client_id: this.application.id,
      redirect_uri: this.application.redirectUri,
      scope: 'openid',
      state: 'state of the client',
      nonce: 'nonce of the client',
      ...asked,
    };
    const given = Object.entries(all).filter((pair): pair is [string, string] => pair[1] !== undefined);
    return `/oauth2/authorize?${new URLSearchParams(given).toString()}`;
  }

  /** Signs in and consents where asked. */
  async authorize(asked: Asked = {}): Promise<Answer> {
    return answerOf(
      await authorizeAs(this.browser, this.user, this.path(asked)),
      this.application.redirectUri,
    );
  }

  /** Answer to one request alone. */
  async ask(asked: Asked = {}): Promise<Answer> {
    return answerOf(await this.browser.get(this.path(asked)), this.application.redirectUri);
  }

  exchange(code: string | undefined, more: Readonly<Record<string, string>> = {}) {
    return this.token({
      grant_type: 'authorization_code',
      code: code ?? '',
      redirect_uri: this.application.redirectUri,
      ...more,
    });
  }

  token(fields: Readonly<Record<string, string>>) {
    return requests(this.url)
      .post('/oauth2/token')
      .set('Authorization', basic(this.application))
      .type('form')
      .send(new URLSearchParams(fields).toString());
  }

  userInfo(token: string) {
    return requests(this.url).get('/oauth2/userinfo').set('Authorization', `Bearer ${token}`);
  }

  /** The claims of a JWT, checked against the published keys. @throws Error when a check fails */
  async verified(token: string | undefined, audience = this.application.id): Promise<JWTPayload> {
    const { body } = await requests(this.url).get('/oauth2/certs').expect(200);
    const { kid } = decodeProtectedHeader(token ?? '');
    if (kid === undefined) throw new Error('the token names no key');
    const keys = createLocalJWKSet({ keys: [...body.keys] });
    return (await jwtVerify(token ?? '', keys, { issuer: this.url, audience })).payload;
  }

  /** An id token with all that goes along, as OpenID Connect Core sections 3.1.3.7, 3.2.2.11 and 3.3.2.12 check it. */
  async idToken(
    token: string | undefined,
    {
      code,
      accessToken,
    }: { readonly code?: string | undefined; readonly accessToken?: string | undefined } = {},
  ): Promise<JWTPayload> {
    const claims = await this.verified(token);
    expect(claims).toMatchObject({
      sub: this.user.id,
      azp: this.application.id,
      exp: expect.any(Number),
      iat: expect.any(Number),
      auth_time: expect.any(Number),
      acr: '1',
      amr: ['pwd'],
      sid: expect.any(String),
    });
    if (code !== undefined) expect(claims['c_hash']).toBe(leftHalf(code));
    if (accessToken !== undefined) expect(claims['at_hash']).toBe(leftHalf(accessToken));
    return claims;
  }
}
