import { randomKey } from '../../service/random-token';

/**
 * `datePassword` of a password that nobody chose: so old that the pages ask for another one after the sign-in. Whoever
 * read it on a screen or in a log should not be able to use it for long.
 */
export const GENERATED = 0;

/** 20 characters of a random key. */
export const generatePassword = (): string => randomKey().slice(0, 20);
