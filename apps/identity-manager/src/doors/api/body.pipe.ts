import type { ArgumentMetadata, PipeTransform } from '@nestjs/common';
import { Invalid } from '../../faults/faults';
import { readShape, type Shape } from '../../validation/read-shape';

/** Other types stand for what has no rules: `unknown` is Object when the program runs. */
const isShape = (type: ArgumentMetadata['metatype']): type is Shape<object> =>
  type !== undefined && type !== Object && type !== String;

/**
 * Makes the DTO of a handler's `@Body('role') input: CreateRole` from the object that the body wraps its content in,
 * such as `{"role": {…}}`, or of `@Body() question: RoleQuestion` from the whole body. Other parameters stay as they are.
 *
 * @throws Invalid the first rule that is broken, in the order of the DTO's members; `missing` when there is no such object
 */
export class BodyPipe implements PipeTransform {
  transform(sent: unknown, { type, data, metatype }: ArgumentMetadata): unknown {
    if (type !== 'body' || !isShape(metatype)) return sent;
    if (typeof sent !== 'object' || sent === null || Array.isArray(sent))
      throw new Invalid(data ?? 'body', 'missing');
    const { input, faults } = readShape(metatype, sent, 'program');
    if (faults[0]) throw faults[0];
    return input;
  }
}
