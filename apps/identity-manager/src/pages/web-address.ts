import { isRunningAddress } from '../service/running-address';

/** Message key of what is wrong with a link that people will click; empty is fine. Only http and https are links. */
export function websiteProblem(text: string): string | undefined {
  if (text === '') return undefined;
  if (text.length > 2000) return 'problem.long';
  if (/[\u0000-\u0020<>"]/.test(text) || !URL.canParse(text)) return 'problem.url';
  return /^https?:$/.test(new URL(text).protocol) ? undefined : 'problem.urlScheme';
}

/**
 * Message key of what is wrong with a callback address. Schemes of mobile applications are fine, those that a browser
 * would run or read from are not, and a fragment has no place in one (RFC 6749 section 3.1.2).
 */
export function callbackProblem(text: string): string | undefined {
  if (text === '') return 'problem.required';
  if (text.length > 2000) return 'problem.long';
  if (/[\u0000-\u0020<>",]/.test(text) || !URL.canParse(text)) return 'problem.url';
  if (isRunningAddress(text)) return 'problem.urlScheme';
  const { hash } = new URL(text);
  return hash === '' && !text.endsWith('#') ? undefined : 'problem.fragment';
}
