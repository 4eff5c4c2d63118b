import { type CsvRow, ListRequest, type ListShape } from '@smart-city/lists';
import type { TokenKind } from '../../database/entities/application.row';
import type { Visit } from '../../pages/visit';
import type { TokenScope, TokenSearch, TokenSort } from '../../subjects/tokens/tokens-in-use.repository';
import type { TokenInUse } from '../../subjects/tokens/tokens-in-use.service';
import { grantChoices } from './applications/application-form';

const shape: ListShape<TokenSort, 'grant' | 'kind' | 'expiry', 'user'> = {
  sorts: ['created', 'expires', 'owner', 'application'],
  usual: '-created',
  filters: {
    grant: grantChoices,
    kind: ['bearer', 'jwt'],
    expiry: ['never', 'ends'],
  },
  texts: ['user'],
};

/** A list of tokens as an address asks for it, and what is searched for within what the page is about. */
export function tokenListOf(visit: Visit, scope: TokenScope) {
  const request = new ListRequest(shape, (name) => visit.query(name));
  const [kind, expiry, userId] = [request.value('kind'), request.value('expiry'), request.value('user')];
  const search: TokenSearch = {
    ...scope,
    userId: scope.userId ?? (userId === '' ? undefined : userId),
    text: request.text,
    grant: request.value('grant') || undefined,
    // One of the values that the filter can take.
    kind: kind === '' ? undefined : (kind as TokenKind),
    neverExpires: expiry === '' ? undefined : expiry === 'never',
  };
  return { request, search };
}

export const TOKENS_HEAD: CsvRow = [
  'owner',
  'user_id',
  'application',
  'grant',
  'kind',
  'scope',
  'created',
  'expires',
];

/** Tokens as rows of a file; nothing in it opens anything. */
export async function* tokenRows(
  groups: AsyncIterable<readonly TokenInUse[]>,
): AsyncGenerator<readonly CsvRow[]> {
  const iso = (ms: number | null) => (ms === null ? '' : new Date(ms).toISOString());
  for await (const tokens of groups)
    yield tokens.map((token) => [
      token.owner,
      token.userId,
      token.application,
      token.grantType,
      token.kind,
      token.scope,
      iso(token.createdAt),
      iso(token.expiresAt),
    ]);
}
