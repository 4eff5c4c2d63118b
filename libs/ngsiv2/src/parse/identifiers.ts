import { badRequest } from '@smart-city/context';

export const MAX_IDENTIFIER_LENGTH = 256;

/** What an identifier names, as the error texts say it. */
export type IdentifierKind =
  'entity id' | 'entity type' | 'attribute name' | 'attribute type' | 'metadata name' | 'metadata type';

/** A character outside ASCII 33-126 or one of `& ? / # < > " ' = ; ( )`. */
const FORBIDDEN_IN_IDENTIFIER = /[^!$%*+,.0-:@-~-]/;
const FORBIDDEN_IN_VALUE = /[<>"'=;()]/;

/** True for one of `< > " ' = ; ( )`. */
export const hasForbiddenValueCharacter = (text: string) => FORBIDDEN_IN_VALUE.test(text);

/** @throws BadRequest  `<what> length: 0, min length supported: 1` */
export function checkNotEmpty(text: string, kind: string): void {
  if (text === '') throw badRequest(`${kind} length: 0, min length supported: 1`);
}

/** @throws BadRequest  `<what> length: <n>, max length supported: 256`; n counts bytes */
export function checkMaxLength(text: string, kind: string): void {
  if (text.length <= MAX_IDENTIFIER_LENGTH / 3) return;
  const length = Buffer.byteLength(text);
  if (length > MAX_IDENTIFIER_LENGTH) {
    throw badRequest(`${kind} length: ${length}, max length supported: ${MAX_IDENTIFIER_LENGTH}`);
  }
}

/** @throws BadRequest  `Invalid characters in <what>` */
export function checkCharacters(text: string, kind: IdentifierKind): void {
  if (FORBIDDEN_IN_IDENTIFIER.test(text))
    throw badRequest(`Invalid characters in ${kind}`, `${LOGGED_CHARACTERS[kind]} (${text})`);
}

const LOGGED_CHARACTERS: Readonly<Record<IdentifierKind, string>> = {
  'entity id': 'Invalid characters in entity id',
  'entity type': 'Invalid characters in entity type',
  'attribute name': 'found a forbidden character in the name of an attribute',
  'attribute type': 'found a forbidden character in the type of an attribute',
  'metadata name': 'found a forbidden character in the name of a Metadata',
  'metadata type': 'found a forbidden character in the type of a Metadata',
};

const checkIdentifier = (text: string, kind: IdentifierKind) => {
  checkNotEmpty(text, kind);
  checkMaxLength(text, kind);
  checkCharacters(text, kind);
};

/** Each throws BadRequest with Orion's texts: empty, then too long, then a bad character. */
export const checkAttributeName = (text: string) => checkIdentifier(text, 'attribute name');
export const checkMetadataName = (text: string) => checkIdentifier(text, 'metadata name');

/** Types are measured for excess before emptiness, as the original does. */
const checkType = (text: string, kind: IdentifierKind) => {
  checkMaxLength(text, kind);
  checkNotEmpty(text, kind);
  checkCharacters(text, kind);
};
export const checkAttributeType = (text: string) => checkType(text, 'attribute type');
export const checkMetadataType = (text: string) => checkType(text, 'metadata type');

/** What the index key of an entity may take, less the database's own share. */
const MAX_ENTITY_KEY_LENGTH = 1024 - 10;

/**
 * @param type  the type the entity is to have, `Thing` when the client gave none
 * @throws BadRequest  `Too long entity id/type/servicePath combination`, checked on `POST /v2/entities`
 */
export function checkEntityKeyLength(id: string, type: string, servicePath: string): void {
  const length = Buffer.byteLength(id) + Buffer.byteLength(type) + Buffer.byteLength(servicePath);
  if (length >= MAX_ENTITY_KEY_LENGTH) throw badRequest('Too long entity id/type/servicePath combination');
}
