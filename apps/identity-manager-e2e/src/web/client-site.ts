import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import * as client from 'openid-client';

/** The site of an application, as far as a browser that comes back needs it. */
export interface ClientSite {
  readonly callback: string;
  readonly server: Server;
  /** What browsers sent to it. */
  readonly posts: Request[];
}

export async function openSite(): Promise<ClientSite> {
  const posts: Request[] = [];
  const server = createServer((request, response) => {
    const { method, headers } = request;
    const type = headers['content-type'] ?? '';
    void text(request).then((body) => {
      if (method === 'POST')
        posts.push(new Request(callback(), { method, body, headers: { 'content-type': type } }));
      response
        .setHeader('Content-Type', 'text/html')
        .end('<link rel=icon href="data:,"><h1>Back in the application</h1>');
    });
  });
  const callback = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}/callback`;
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { callback: callback(), server, posts };
}

/** What the application does before it sends a user to the identity manager. @param url  of the identity manager */
export async function begin(
  url: string,
  callback: string,
  { id, secret }: { readonly id: string; readonly secret: string },
  more: Record<string, string> = {},
) {
  const options = { execute: [client.allowInsecureRequests] };
  const config = await client.discovery(new URL(url), id, secret, undefined, options);
  const [pkceCodeVerifier, expectedState, expectedNonce] = [
    client.randomPKCECodeVerifier(),
    client.randomState(),
    client.randomNonce(),
  ];
  const address = client.buildAuthorizationUrl(config, {
    redirect_uri: callback,
    scope: 'openid',
    code_challenge: await client.calculatePKCECodeChallenge(pkceCodeVerifier),
    code_challenge_method: 'S256',
    state: expectedState,
    nonce: expectedNonce,
    ...more,
  });
  const checks = { pkceCodeVerifier, expectedState, expectedNonce };
  return {
    address: address.href,
    finish: (back: string | Request) =>
      client.authorizationCodeGrant(config, typeof back === 'string' ? new URL(back) : back, checks),
    config,
  };
}
