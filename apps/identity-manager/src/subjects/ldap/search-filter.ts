const SPECIAL = /[\\*()\0]/g;

/** A text as a value of a filter, in which it matches nothing but itself (RFC 4515, section 3). */
export const escapedValue = (text: string): string =>
  text.replace(SPECIAL, (letter) => `\\${letter.charCodeAt(0).toString(16).padStart(2, '0')}`);

/** The filter of the settings for one login. */
export const filterFor = (template: string, login: string): string =>
  template.replaceAll('{login}', () => escapedValue(login));
