// Signs a user in and says who it is: node sign-in.mjs
import { createHash, randomBytes } from 'node:crypto';
import { createInterface } from 'node:readline/promises';

const issuer = '__ISSUER__';
const clientId = '__CLIENT_ID__';
const redirectUri = '__REDIRECT_URI__';
// In the environment; a public client has none and is known by PKCE.
const clientSecret = process.env.CLIENT_SECRET;

const verifier = randomBytes(32).toString('base64url');
const state = randomBytes(16).toString('base64url');
const question = new URLSearchParams({
  response_type: 'code',
  client_id: clientId,
  redirect_uri: redirectUri,
  state,
  code_challenge: createHash('sha256').update(verifier).digest('base64url'),
  code_challenge_method: 'S256',
});
console.log(`Open this address and sign in:\n${issuer}/oauth2/authorize?${question}`);
const terminal = createInterface({ input: process.stdin, output: process.stdout });
const back = new URL(
  await terminal.question('Paste the address that your browser ends up at, even if no page opens there:\n'),
);
terminal.close();
if (back.searchParams.get('state') !== state) throw new Error('This is not the answer to our question.');

const answer = await fetch(`${issuer}/oauth2/token`, {
  method: 'POST',
  headers: clientSecret ? { Authorization: `Basic ${btoa(`${clientId}:${clientSecret}`)}` } : {},
  body: new URLSearchParams({
    grant_type: 'authorization_code',
    client_id: clientId,
    code: back.searchParams.get('code') ?? '',
    code_verifier: verifier,
    redirect_uri: redirectUri,
  }),
});
if (!answer.ok) throw new Error(await answer.text());
const { access_token: token } = await answer.json();
const user = await fetch(`${issuer}/user?${new URLSearchParams({ access_token: token })}`);
console.log('Signed in:', JSON.stringify(await user.json()));
