import { bodyOf, JSON_TEXT, PAGE } from '../../../openapi/content';
import type { Operation } from '../../../openapi/documented';
import { Failure } from '../../../openapi/failure';
import { Text } from '../../../openapi/described';
import { query } from '../../../openapi/parameters';

type SignOut = Omit<Operation, 'id' | 'summary'>;

const optional = { required: false };

/** The parameters of the address, as fields. */
class SignOutForm {
  @Text(optional) _method?: string;
  @Text(optional) post_logout_redirect_uri?: string;
  @Text(optional) id_token_hint?: string;
  @Text(optional) client_id?: string;
  @Text(optional) state?: string;
}

const signOutQuery = [
  query('post_logout_redirect_uri', 'Registered sign-out address of the application to go back to'),
  query('id_token_hint', 'The ID token of the session (OpenID Connect RP-initiated logout)'),
  query('client_id', 'Id of the application'),
  query('state', 'Given back as it is'),
];

/** What the OpenAPI document says of every way to sign out for an application. */
export const signOut: SignOut = {
  query: signOutQuery,
  success: 'Signed out',
  answers: PAGE,
  others: {
    302: { description: 'Signed out, and on to the address' },
    401: { description: 'No application was named, or none of that id', content: [JSON_TEXT, PAGE] },
    404: { description: 'Neither a sign-out nor an address was asked for', content: [bodyOf(Failure), PAGE] },
  },
};

export const signOutByLink: SignOut = {
  ...signOut,
  query: [query('_method', 'DELETE, unless an address or an ID token is sent'), ...signOutQuery],
};

export const signOutByForm: SignOut = {
  ...signOutByLink,
  takes: bodyOf(SignOutForm),
  takesForm: true,
  mayTakeNothing: true,
  others: {
    ...signOut.others,
    303: { description: 'On to the link: a browser brought no session, as with forms of other sites' },
  },
};
