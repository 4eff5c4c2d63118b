import {
  isKind,
  renderExactJson,
  type AttributeInstance,
  type Metadata,
  type NgsiLdMembers,
} from '@smart-city/context';

/** What NGSI-LD adds to a stored attribute or metadata item, each member only where it says something. */
export interface MembersDocument {
  /** Kind. */
  readonly k?: string;
  /** Text of a DateTime. */
  readonly x?: string;
  /** Dataset. */
  readonly s?: string;
  /** Type of the value. */
  readonly y?: string;
  /** Types of the objects. */
  readonly o?: string | readonly string[];
  /** End. */
  readonly e?: string;
}

type Member = keyof MembersDocument;

const MEMBERS: Readonly<Record<Exclude<keyof NgsiLdMembers, 'kind'>, Member>> = {
  text: 'x',
  datasetId: 's',
  valueType: 'y',
  objectType: 'o',
  expiresAt: 'e',
};
const NAMES = Object.keys(MEMBERS) as (keyof typeof MEMBERS)[];

/** `,"k":"Property"…`, the other instances left out. */
export function encodeMembers(item: NgsiLdMembers): string {
  let text = item.kind === undefined ? '' : `,"k":${renderExactJson(item.kind)}`;
  for (const name of NAMES) {
    const member = item[name];
    if (member !== undefined) text += `,"${MEMBERS[name]}":${renderExactJson(member)}`;
  }
  return text;
}

export function decodeMembers(document: MembersDocument): NgsiLdMembers {
  const members: { -readonly [name in keyof NgsiLdMembers]: NgsiLdMembers[name] } = {};
  if (document.k !== undefined && isKind(document.k)) members.kind = document.k;
  if (document.x !== undefined) members.text = document.x;
  if (document.s !== undefined) members.datasetId = document.s;
  if (document.y !== undefined) members.valueType = document.y;
  if (document.o !== undefined) members.objectType = document.o;
  if (document.e !== undefined) members.expiresAt = document.e;
  return members;
}

/** The instances beside an attribute or a sub-attribute, as a list of what `encode` makes of each; '' without any. */
export function encodeInstances<Instance extends AttributeInstance | Metadata>(
  instances: readonly Instance[] | undefined,
  encode: (instance: Instance) => string,
): string {
  return instances === undefined
    ? ''
    : `,"i":[${instances.map((instance) => `{${encode(instance)}}`).join(',')}]`;
}
