import type { Type } from '@nestjs/common';
import type { ApiPropertyOptions } from '@nestjs/swagger';
import { deferred } from './deferred';

/**
 * A member of what is sent or answered, in the OpenAPI document. Its type is that of the declaration unless the options say it;
 * it is always there unless they say `required: false`.
 */
export const Described =
  (options: ApiPropertyOptions = {}): PropertyDecorator =>
  (target, member) =>
    deferred(({ ApiProperty }) => ApiProperty(options)(target, member));

interface More {
  readonly description?: string;
  /** False for a member that some answers leave out. */
  readonly required?: boolean;
}

export const Text = (more: More = {}) => Described({ type: 'string', ...more });
export const TextOrNull = (more: More = {}) => Described({ type: 'string', nullable: true, ...more });
export const Truth = (more: More = {}) => Described({ type: 'boolean', ...more });
export const Whole = (more: More = {}) => Described({ type: 'integer', ...more });

/** A point in time, in ISO 8601. */
export const Time = (more: More = {}) => Described({ type: 'string', format: 'date-time', ...more });

/** One of a few values. */
export const OneOf = (values: readonly (string | number)[], more: More = {}) =>
  Described({ enum: [...values], ...more });

export const Texts = (more: More = {}) => Described({ type: 'array', items: { type: 'string' }, ...more });

/** A list of objects of one class. */
export const ListOf = (model: Type, more: More = {}) => Described({ type: model, isArray: true, ...more });

/** An object of any members. */
export const AnyObject = ({ required = true, ...more }: More & { readonly nullable?: boolean } = {}) =>
  Described({ type: 'object', additionalProperties: true, selfRequired: required, ...more });
