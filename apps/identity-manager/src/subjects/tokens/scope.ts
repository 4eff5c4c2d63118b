import type { TokenKind } from '../../database/entities/application.row';
import type { Client } from '../applications/client';
import { ScopeRefused } from './scope-refused';

/** What a scope asks for, checked against what the application may have. */
export interface GrantedScope {
  readonly kind: TokenKind;
  /** The token never expires and has no refresh token. */
  readonly permanent: boolean;
  readonly openid: boolean;
  /** The words as asked, in order, each once; empty when none was asked. */
  readonly words: readonly string[];
}

/** What was granted as words: the kind of token when none was named. */
export const grantedWords = ({ words, kind }: GrantedScope): readonly string[] =>
  words.length === 0 ? [kind] : words;

/** Words that say in which form a token is wanted; a further token may have another one. */
const formWords = new Set(['bearer', 'jwt']);

/** Printable ASCII but `"` and `\` (RFC 6749 section 3.3), and white space as separator. */
const scopePattern = /^[\x21\x23-\x5B\x5D-\x7E\s]*$/;

/**
 * Splits a scope at commas and white space.
 *
 * @throws ScopeRefused on characters a scope cannot have
 */
export function parseScope(text: string | undefined): readonly string[] {
  if (text === undefined) return [];
  if (!scopePattern.test(text) || text.length > 1000) throw new ScopeRefused('malformed');
  return [...new Set(text.split(/[,\s]+/).filter((word) => word !== ''))];
}

/**
 * Decides kind and life of a token (docs/behaviour/identity-manager.md#scope).
 *
 * @throws ScopeRefused when words contradict each other or the application may not have them
 */
export function grantScope(words: readonly string[], client: Client): GrantedScope {
  const has = (word: string) => words.includes(word);
  if (has('jwt') && has('bearer')) throw new ScopeRefused('notGranted');
  for (const word of ['jwt', 'permanent'])
    if (has(word) && !client.tokenTypes.has(word)) throw new ScopeRefused('notGranted');
  if (has('openid') && !client.scopes.has('openid')) throw new ScopeRefused('notGranted');
  const kind = has('jwt') ? 'jwt' : has('bearer') ? 'bearer' : client.defaultTokenKind;
  if (kind === 'jwt' && !client.jwtKey) throw new ScopeRefused('notGranted');
  return { kind, permanent: has('permanent'), openid: has('openid'), words };
}

/**
 * The words an authorization request may be granted: `openid` is passed over for an application without OpenID Connect
 * (RFC 6749 section 3.3 lets a server do so), as Keyrock's authorization endpoint sends a code all the same.
 */
export function grantableWords(words: readonly string[], client: Client): readonly string[] {
  return client.scopes.has('openid') ? words : words.filter((word) => word !== 'openid');
}

/**
 * The scope of a further token of the same grant: what was granted, or fewer of its words with another choice of kind
 * (RFC 6749 section 6). `permanent` is no kind: what was granted for a time does not become a token without end.
 *
 * @throws ScopeRefused when a word was not granted
 */
export function narrowScope(
  granted: readonly string[],
  asked: readonly string[],
  client: Client,
): GrantedScope {
  if (asked.length === 0) return grantScope(granted, client);
  if (asked.some((word) => !formWords.has(word) && !granted.includes(word)))
    throw new ScopeRefused('notGranted');
  return grantScope(asked, client);
}
