import { getMetadataStorage } from 'class-validator/cjs/metadata/MetadataStorage.js';
import type { Shape } from '../../validation/read-shape';
import { FORM } from '../../validation/rule';

interface Rule {
  readonly name: string;
  readonly facts: Readonly<Record<string, unknown>>;
}

interface Member {
  readonly name: string;
  readonly rules: readonly Rule[];
}

/** Rules that programs are held to, by member, in the order of the class. */
function membersOf(shape: Shape<object>): readonly Member[] {
  const members = new Map<string, Rule[]>();
  for (const { propertyName, name, context, groups } of getMetadataStorage().getTargetValidationMetadatas(
    shape,
    '',
    true,
    false,
  )) {
    const rules = members.get(propertyName) ?? [];
    members.set(propertyName, rules);
    // Absent for a rule of no group, whatever its type says.
    if (name !== undefined && !groups?.includes(FORM))
      rules.push({ name, facts: (context ?? {}) as Rule['facts'] });
  }
  return [...members].map(([name, rules]) => ({ name, rules }));
}

const isNeeded = ({ rules }: Member) =>
  rules.some(({ name, facts }) => name === 'missing' || (name === 'required' && facts['isPatch'] !== true));

const types = [
  ['string', 'string'],
  ['boolean', 'boolean'],
  ['object', 'object'],
] as const;

function memberSchema({ rules }: Member): object {
  const found = new Map(rules.map(({ name, facts }) => [name, facts]));
  const [, type] = types.find(([rule]) => found.has(rule)) ?? [];
  const max = found.get('long')?.['max'];
  return {
    ...(type !== undefined && { type: found.has('required') ? type : [type, 'null'] }),
    ...(typeof max === 'number' && { maxLength: max }),
    ...(found.has('email') && { format: 'email' }),
  };
}

/**
 * The schema of what a program sends, from the rules of its DTO: what they ask and what is documented cannot differ. Members
 * that nobody sets are left out.
 *
 * @param example  one that keeps the rules
 * @param describe  more about single members, by name
 */
export function shapeSchema<T extends object>(
  shape: Shape<T>,
  example: Partial<T>,
  describe: Partial<Record<keyof T & string, object>> = {},
): object {
  const members = membersOf(shape).filter(({ rules }) => rules.every(({ name }) => name !== 'fixed'));
  const required = members.filter(isNeeded).map(({ name }) => name);
  const more = describe as Readonly<Record<string, object | undefined>>;
  return {
    type: 'object',
    properties: Object.fromEntries(
      members.map((member) => [member.name, { ...memberSchema(member), ...more[member.name] }]),
    ),
    ...(required.length > 0 && { required }),
    examples: [example],
  };
}
