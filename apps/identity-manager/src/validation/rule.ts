import { ValidateBy } from 'class-validator/cjs/decorator/common/ValidateBy.js';
import type { Facts } from '../faults/faults';
import type { InvalidRule } from '../faults/rules';

/** The group of rules that only people's forms are held to; programs made for Keyrock may send more. */
export const FORM = 'form';

interface RuleOptions {
  readonly facts?: Facts;
  /** Asked of forms only. */
  readonly inForms?: boolean;
}

/**
 * One rule of one member, as a constraint of class-validator that has the rule's name.
 *
 * @param holds  whether the value, which may be of any type, keeps the rule; `shape` is the object that it belongs to
 */
export const rule = (
  name: InvalidRule,
  holds: (value: unknown, shape: object) => boolean,
  { facts = {}, inForms = false }: RuleOptions = {},
): PropertyDecorator =>
  ValidateBy(
    { name, validator: { validate: (value, args) => holds(value, args?.object ?? {}) } },
    // Without a message class-validator keeps no context.
    { message: name, context: facts, ...(inForms && { groups: [FORM] }) },
  );

/** Several rules of one member; the first that is broken is told. */
export const rules =
  (...each: readonly PropertyDecorator[]): PropertyDecorator =>
  (target, property) => {
    // Decorators written above each other would be asked from the last to the first.
    for (const decorate of each) decorate(target, property);
  };
