// Gets a token for this program itself and says what it is worth: node token.mjs
// CLIENT_SECRET is in the environment.
const issuer = '__ISSUER__';
const clientId = '__CLIENT_ID__';
const headers = { Authorization: `Basic ${btoa(`${clientId}:${process.env.CLIENT_SECRET}`)}` };

const answer = await fetch(`${issuer}/oauth2/token`, {
  method: 'POST',
  headers,
  body: new URLSearchParams({ grant_type: 'client_credentials' }),
});
if (!answer.ok) throw new Error(await answer.text());
const { access_token: token } = await answer.json();
const worth = await fetch(`${issuer}/oauth2/introspect`, {
  method: 'POST',
  headers,
  body: new URLSearchParams({ token }),
});
console.log('The token says:', JSON.stringify(await worth.json()));
