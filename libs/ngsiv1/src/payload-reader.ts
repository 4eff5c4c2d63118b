import { isJsonArray, isJsonObject, type JsonObject, type JsonValue } from '@smart-city/context';
import { hasForbiddenValueCharacter } from '@smart-city/ngsiv2';
import { isEmptyCompound } from './compound-value';
import { ILLEGAL_VALUE, NOT_JSON, parsingFault } from './status-code';

/** An object of a payload and where it stands, as fault texts write it: `/contextElements/contextElement`. */
export interface PayloadNode {
  readonly members: JsonObject;
  readonly path: string;
}

const NO_MEMBERS: JsonObject = new Map();

const unknownField = (path: string) => parsingFault(`JSON Parse Error: unknown field: ${path}`);

/** How the original calls an item of an array: the name of the array without its last letter, but `entity`. */
const itemName = (array: string): string => (array === 'entities' ? 'entity' : array.slice(0, -1));

/** The first member of what should have been a text or an array. */
function firstInside(value: JsonValue, name: string): string {
  if (isJsonObject(value)) return value.keys().next().value ?? '';
  return itemName(name);
}

const isScalar = (value: JsonValue): boolean => typeof value !== 'object' || isEmptyCompound(value);

/**
 * An object with its members; a scalar counts as an object without any.
 *
 * @throws Ngsiv1Fault 400  a member that is not one of `known`
 */
export function readNode(value: JsonValue | undefined, path: string, known: readonly string[]): PayloadNode {
  if (value === undefined || value === null || isScalar(value)) return { members: NO_MEMBERS, path };
  if (!isJsonObject(value)) throw unknownField(`${path}/${itemName(path.slice(path.lastIndexOf('/') + 1))}`);
  for (const name of value.keys()) if (!known.includes(name)) throw unknownField(`${path}/${name}`);
  return { members: value, path };
}

/**
 * The items of an array as objects; a scalar counts as an array without any.
 *
 * @throws Ngsiv1Fault 400  an object in the place of the array
 */
export function readNodes(from: PayloadNode, name: string, known: readonly string[]): readonly PayloadNode[] {
  const path = `${from.path}/${name}/${itemName(name)}`;
  return readItems(from, name).map((item) => readNode(item, path, known));
}

/** The items of an array as texts. @throws Ngsiv1Fault 400 */
export function readTexts(from: PayloadNode, name: string): readonly string[] {
  const path = `${from.path}/${name}/${itemName(name)}`;
  return readItems(from, name).map((item) => textAt(item, path, itemName(name)));
}

function readItems({ members, path }: PayloadNode, name: string): readonly JsonValue[] {
  const value = members.get(name);
  if (value === undefined || value === null || isScalar(value)) return [];
  if (isJsonArray(value)) return value;
  const first = firstInside(value, name);
  throw first === itemName(name) ? parsingFault(NOT_JSON) : unknownField(`${path}/${name}/${first}`);
}

/** A text; undefined when the member is absent. @throws Ngsiv1Fault 400 */
export function readText({ members, path }: PayloadNode, name: string): string | undefined {
  const value = members.get(name);
  return value === undefined ? undefined : textAt(value, `${path}/${name}`, name);
}

/** As {@link readText}, '' when the member is absent. */
export const textMember = (from: PayloadNode, name: string): string => readText(from, name) ?? '';

/** A text whose characters are checked elsewhere: the value of a scope. @throws Ngsiv1Fault 400 */
export function uncheckedText({ members, path }: PayloadNode, name: string): string {
  const value = members.get(name) ?? '';
  if (!isScalar(value)) throw unknownField(`${path}/${name}/${firstInside(value, name)}`);
  return typeof value === 'string' ? value : '';
}

function textAt(value: JsonValue, path: string, name: string): string {
  if (!isScalar(value)) throw unknownField(`${path}/${firstInside(value, name)}`);
  const text = typeof value === 'string' ? value : '';
  if (hasForbiddenValueCharacter(text)) throw parsingFault(ILLEGAL_VALUE);
  return text;
}
