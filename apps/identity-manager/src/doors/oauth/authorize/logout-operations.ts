import { bodyOf, JSON_TEXT, PAGE } from '../../../openapi/content';
import type { Operation } from '../../../openapi/documented';
import { Failure } from '../../../openapi/failure';
import { Text } from '../../../openapi/described';
import { query } from '../../../openapi/parameters';
import { OAuthFault } from '../oauth-shapes';

type SignOut = Omit<Operation, 'id' | 'summary'>;

const optional = { required: false };

/** The parameters of the address, as fields. */
class SignOutForm {
  @Text(optional) _method?: string;
  @Text(optional) post_logout_redirect_uri?: string;
  @Text(optional) id_token_hint?: string;
  @Text(optional) client_id?: string;
  @Text(optional) state?: string;
  @Text(optional) logout_hint?: string;
  @Text(optional) ui_locales?: string;
}

const signOutQuery = [
  query('post_logout_redirect_uri', 'Registered sign-out address of the application to go back to'),
  query('id_token_hint', 'The ID token of the session, expired or not (OpenID Connect RP-initiated logout)'),
  query('client_id', 'Id of the application'),
  query('state', 'Given back as it is'),
  query('logout_hint', 'Passed over: the session of the browser ends'),
  query('ui_locales', 'Languages of the pages'),
];

/** What the OpenAPI document says of every way to sign out for an application. */
export const signOut: SignOut = {
  query: signOutQuery,
  success: 'Signed out, or the question whether to sign out',
  answers: PAGE,
  others: {
    302: { description: 'Signed out, and on to the address' },
    303: { description: 'Signed out after a question, and on to the address' },
    400: {
      description:
        'The ID token is none of this service or of another application, or the application is unknown',
      content: [bodyOf(OAuthFault), PAGE],
    },
    401: {
      description: 'With _method=DELETE: no application was named, or none of that id',
      content: [JSON_TEXT, PAGE],
    },
    404: { description: 'Neither a sign-out nor an address was asked for', content: [bodyOf(Failure), PAGE] },
  },
};

export const signOutByLink: SignOut = {
  ...signOut,
  query: [query('_method', 'DELETE: end the session without a question, as with Keyrock'), ...signOutQuery],
};

export const signOutByForm: SignOut = {
  ...signOutByLink,
  takes: bodyOf(SignOutForm),
  takesForm: true,
  mayTakeNothing: true,
  others: {
    ...signOut.others,
    303: {
      description:
        'On to the link: a browser brought no session, as with forms of other sites; or on to the address',
    },
  },
};
