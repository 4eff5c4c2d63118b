import type { Client } from '../applications/client';
import type { GrantedScope } from './grant';
import { ScopeRefused } from './scope-refused';

/* Words of scopes: which of those asked for are taken up, and how what was granted is said. What they mean the issuer decides. */

/** What was granted as words: the kind of token when none was named. */
export const grantedWords = ({ words, kind }: GrantedScope): readonly string[] =>
  words.length === 0 ? [kind] : words;

/** Words that say in which form a token is wanted; a further token may have another one. */
const formWords = new Set(['bearer', 'jwt']);

/** The same for requests that show more than a code or refresh token. */
const formWordsWithSecret = new Set([...formWords, 'permanent']);

/**
 * The words an authorization request may be granted: `openid` is passed over for an application without OpenID Connect
 * (RFC 6749 section 3.3 lets a server do so), as Keyrock's authorization endpoint sends a code all the same.
 */
export function grantableWords(words: readonly string[], client: Client): readonly string[] {
  return client.scopes.has('openid') ? words : words.filter((word) => word !== 'openid');
}

/**
 * The words of a further token of the same grant: what was granted, or fewer of them with another choice of kind
 * (RFC 6749 section 6). `permanent` is such a choice too, for every grant: the published interface and Keyrock's documents have
 * it so. Whoever shows nothing but the code or refresh token (a public client, or one that named itself without its secret) may have stolen
 * it: that lasts no longer than it was granted for.
 *
 * @param isProven  the request came with the secret of a confidential client
 * @throws ScopeRefused when a word was not granted
 */
export function narrowedWords(
  granted: readonly string[],
  asked: readonly string[],
  isProven: boolean,
): readonly string[] {
  if (asked.length === 0) return granted;
  const free = isProven ? formWordsWithSecret : formWords;
  if (asked.some((word) => !free.has(word) && !granted.includes(word))) throw new ScopeRefused('notGranted');
  return asked;
}
