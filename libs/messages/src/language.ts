/** Languages of all pages and mails; one message file each in every app. */
export const LANGUAGES = ['en', 'es'] as const;

export type Language = (typeof LANGUAGES)[number];

/** The cookie with a reader's choice; not a secret and no login. Both services on one host keep one choice. */
export const LANGUAGE_COOKIE = 'language';

/** How long a choice is kept. */
export const LANGUAGE_COOKIE_SECONDS = 365 * 86_400;

const LONGEST_HEADER = 500;

export const isLanguage = (text: unknown): text is Language =>
  typeof text === 'string' && (LANGUAGES as readonly string[]).includes(text);

/**
 * The reader's choice, else what their browser asks for, else the preset, else English.
 *
 * @param accept  an Accept-Language header: order counts, weights are rarely out of order
 */
export function languageOf(
  chosen: string | undefined,
  accept: string | undefined,
  preset?: string,
): Language {
  if (isLanguage(chosen)) return chosen;
  return accepted(accept) ?? (isLanguage(preset) ? preset : 'en');
}

/** The first language of an Accept-Language header that we have. */
const accepted = (header = ''): Language | undefined =>
  header
    .slice(0, LONGEST_HEADER)
    .split(',')
    .map((part) => part.trim().slice(0, 2).toLowerCase())
    .find(isLanguage);

/**
 * Where a form of the language leads back to: a path of this host, one slash, so that no other host can be meant. What is more
 * than printable ASCII no browser has in an address, and no header can hold.
 */
export const pathOfThisHost = (text: string): string => (/^\/(?!\/)[!-[\]-~]*$/.test(text) ? text : '/');
