/** Accents that Unicode keeps apart from their letter in its decomposed form (NFD). Databases strip the same. */
const MARKS = /[\u0300-\u036f]/g;

/** Letters that Unicode does not take apart, and the apostrophe as it is printed, with what is typed for them where keyboards lack them. */
export const UNPARTED: Readonly<Record<string, string>> = {
  ...{ ł: 'l', ø: 'o', đ: 'd', ð: 'd', ħ: 'h', ı: 'i' },
  ...{ ß: 'ss', æ: 'ae', œ: 'oe', þ: 'th' },
  ...{ '’': "'", '‘': "'" },
};
const ANY_UNPARTED = new RegExp(`[${Object.keys(UNPARTED).join('')}]`, 'g');

/** Text in which there is nothing to take apart: a search asks it of each of a hundred thousand addresses. */
const PLAIN = /^[\x20-\x7e]*$/;

/** Text as it is compared in a search: without case and accents. `GARCÍA` and `garcia` are the same, `Łukasz` and `lukasz`. */
export function foldText(text: string): string {
  if (PLAIN.test(text)) return text.toLowerCase();
  const bare = text.normalize('NFD').replace(MARKS, '').toLowerCase();
  return bare.replace(ANY_UNPARTED, (letter) => UNPARTED[letter]!);
}
