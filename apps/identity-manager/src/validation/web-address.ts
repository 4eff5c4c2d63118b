import type { InvalidRule } from '../faults/rules';
import { isRunningAddress } from '../service/running-address';

const longest = 2000;

/** What is wrong with a link that people will click; empty is fine. Only http and https are links. */
export function websiteFault(text: string): InvalidRule | undefined {
  if (text === '') return undefined;
  if (text.length > longest) return 'long';
  if (/[\u0000-\u0020<>"]/.test(text) || !URL.canParse(text)) return 'url';
  return /^https?:$/.test(new URL(text).protocol) ? undefined : 'urlScheme';
}

/**
 * What is wrong with a callback address; empty is fine. Schemes of mobile applications are good, those that a browser
 * would run or read from are not, and a fragment has no place in one (RFC 6749 section 3.1.2).
 */
export function callbackFault(text: string): InvalidRule | undefined {
  if (text === '') return undefined;
  if (text.length > longest) return 'long';
  if (/[\u0000-\u0020<>",]/.test(text) || !URL.canParse(text)) return 'url';
  if (isRunningAddress(text)) return 'urlScheme';
  const { hash } = new URL(text);
  return hash === '' && !text.endsWith('#') ? undefined : 'fragment';
}
