/** The start page of whoever is signed in. */
export const HOME = '/idm';

/**
 * Where to go after the sign-in: a page of ours and nothing else, so the parameter is no open redirector. Printable ASCII, as browsers
 * have addresses: half a character could not be written into another one.
 */
export function safeNext(wished: string): string {
  return /^\/idm(?:[/?][!-[\]-~]*)?$/.test(wished) && wished.length < 2000 ? wished : HOME;
}
