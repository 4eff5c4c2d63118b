/** URIs of ASCII characters, by far the most of them. */
const ASCII_URI = /^[A-Za-z][A-Za-z0-9+.-]*:[!#-;=?-[\]_a-z~]+$/;

const SCHEME = /^[A-Za-z][A-Za-z0-9+.-]*:./su;

/**
 * Characters that no id may hold: white space, controls, formatting and invisible characters, noncharacters, lone surrogates,
 * the empty braille cell, and the ASCII characters that RFC 3987 excludes.
 */
const FORBIDDEN =
  /[\s\p{C}\p{Z}\p{Default_Ignorable_Code_Point}\p{Noncharacter_Code_Point}\u2800<>"{}|\\^`]/u;

/** True for a URI or IRI that may name an entity, a dataset or the target of a relationship (GS CIM 009 §4.6.2). */
export const isUri = (text: string): boolean =>
  ASCII_URI.test(text) || (SCHEME.test(text) && !FORBIDDEN.test(text));
