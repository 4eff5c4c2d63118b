import { badRequestData } from '../ngsild-fault';

/** Turns a name or a vocabulary value of a request into the form that is stored, with the request's context. */
export type ExpandName = (name: string) => string;

/** Short names, with or without prefix (GS CIM 009 §4.6.2). */
const SHORT_NAME = /^\p{L}[\p{L}\p{N}_]*(?::\p{L}[\p{L}\p{N}_.-]*)?$/u;

/** A URI as far as names are told by it: a scheme, and none of the characters that no URI has. */
const URI = /^[A-Za-z][A-Za-z0-9+.-]*:[^\s<>"{}|\\^`\p{C}]+$/u;

/** Whether a text can be a URI. */
export const looksLikeUri = (text: string): boolean => URI.test(text);

/** A URI that is a name by itself: others cannot be told from a prefix with what is no name. */
const NAMING_URI = /^(?:[A-Za-z][A-Za-z0-9+.-]*:\/\/|urn:)/;

/** Longer names are refused. */
export const LONGEST_NAME = 1_024;

/**
 * Checks a name of a query parameter, and expands it.
 *
 * @param parameter  the name of the parameter, for the fault
 * @throws NgsiLdFault  BadRequestData for what is no name
 */
export function expandedName(name: string, parameter: string, expand: ExpandName): string {
  if (name.length > LONGEST_NAME || !isName(name))
    throw badRequestData(`Invalid name in ${parameter}`, `'${name.slice(0, 80)}' is not a name`);
  return expand(name);
}

const isName = (text: string) => SHORT_NAME.test(text) || (NAMING_URI.test(text) && looksLikeUri(text));
