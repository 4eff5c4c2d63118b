import type { Addressee } from './addressees.repository';
import { emailKey } from './email-address';

const separators = /[,;\n\r]+/;

const hasKey = ({ id, email }: Addressee, word: string): boolean =>
  id === word || (email !== undefined && email.toLowerCase() === emailKey(word));

/** Whom a word means: nobody gets the mail of another whose address they took for their username. */
function meantBy(word: string, called: readonly Addressee[]): readonly Addressee[] {
  const keyed = called.filter((one) => hasKey(one, word));
  return keyed.length > 0 ? keyed : called.filter(({ name }) => name === word);
}

/** Whom a list means. */
export interface Named {
  readonly found: readonly Addressee[];
  /** As they were written. */
  readonly unknown: readonly string[];
}

/** What a list may mean: its entries, which are names with blanks, and the words in them, which are ids or addresses without any. */
export function wordsOf(list: string): readonly string[] {
  const entries = list.split(separators).map((entry) => entry.trim());
  return [...new Set(entries.flatMap((entry) => [entry, ...entry.split(/\s+/)]))].filter(
    (word) => word !== '',
  );
}

/**
 * Whom the entries of a list mean, each once, in the order of `called`. An entry that is nobody's name is taken word by word.
 *
 * @param called  whoever has one of {@link wordsOf} the list for a name
 */
export function namedIn(list: string, called: readonly Addressee[]): Named {
  const ids = new Set<string>();
  const unknown = new Set<string>();
  const take = (word: string): boolean => {
    const meant = meantBy(word, called);
    for (const { id } of meant) ids.add(id);
    return meant.length > 0;
  };
  for (const entry of list.split(separators).map((each) => each.trim())) {
    if (entry === '' || take(entry)) continue;
    const words = entry.split(/\s+/);
    const missed = words.filter((word) => !take(word));
    for (const word of missed.length === words.length ? [entry] : missed) unknown.add(word);
  }
  return { found: called.filter(({ id }) => ids.has(id)), unknown: [...unknown] };
}
