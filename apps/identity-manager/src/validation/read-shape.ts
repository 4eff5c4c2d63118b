import type { ValidationError } from 'class-validator';
import { getMetadataStorage } from 'class-validator/cjs/metadata/MetadataStorage.js';
import { Validator } from 'class-validator/cjs/validation/Validator.js';
import { Invalid, type Facts } from '../faults/faults';
import type { InvalidRule } from '../faults/rules';
import { FORM } from './rule';

/** A DTO class: its members carry rules, in the order in which they are asked. */
export type Shape<T extends object> = new () => T;

export interface Reading<T> {
  /** Holds what was sent of the shape's members, whether or not they keep the rules. */
  readonly input: T;
  /** The first broken rule of each member, in the order of the members. */
  readonly faults: readonly Invalid[];
}

const validator = new Validator();

const memberNames = new WeakMap<object, readonly string[]>();

/** The members of a DTO class that carry rules: its own, then those it inherits. */
export function membersOf<T extends object>(shape: Shape<T>): readonly (keyof T & string)[] {
  let names = memberNames.get(shape);
  if (!names) {
    const rules = getMetadataStorage().getTargetValidationMetadatas(shape, '', true, false);
    names = [...new Set(rules.map(({ propertyName }) => propertyName))];
    memberNames.set(shape, names);
  }
  return names as readonly (keyof T & string)[];
}

/** A fault for the first rule that a member breaks. */
function faultOf({ property, constraints = {}, contexts = {} }: ValidationError): Invalid {
  const [rule = ''] = Object.keys(constraints);
  return new Invalid(property, rule as InvalidRule, contexts[rule] as Facts | undefined);
}

/**
 * Reads an object from outside into a DTO and asks its rules. Only members of the shape are taken, and only when they
 * are the object's own.
 *
 * @param by  who sent it: a program, or a person's form, which is held to more
 */
export function readShape<T extends object>(
  shape: Shape<T>,
  sent: object,
  by: 'program' | typeof FORM,
): Reading<T> {
  const input = new shape();
  for (const name of membersOf(shape))
    if (Object.hasOwn(sent, name)) Object.assign(input, { [name]: sent[name as keyof object] });
  const errors = validator.validateSync(input, {
    stopAtFirstError: true,
    validationError: { target: false },
    ...(by === FORM ? { groups: [FORM], always: true } : { strictGroups: true }),
  });
  return { input, faults: errors.map(faultOf) };
}
