import { isEmail as isAddress } from 'class-validator/cjs/decorator/string/IsEmail.js';

/** Whether a text is one e-mail address of at most 255 characters; the same rules as Keyrock's, which are validator.js's. */
export const isEmail = (text: string): boolean => text.length <= 255 && isAddress(text);

/** How two spellings of one e-mail address are told to be the same. */
export const emailKey = (email: string): string => email.trim().toLowerCase();
