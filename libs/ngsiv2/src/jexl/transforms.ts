import { ARRAY_TRANSFORMS } from './array-transforms';
import { DATE_TRANSFORMS } from './date-transforms';
import { JexlError } from './jexl-tree';
import { MAPPER_TRANSFORMS } from './mapper-transforms';
import { NUMBER_TRANSFORMS } from './number-transforms';
import { STRING_TRANSFORMS } from './string-transforms';
import type { JexlTransform } from './transform';

const TRANSFORMS: ReadonlyMap<string, JexlTransform> = new Map(
  [STRING_TRANSFORMS, NUMBER_TRANSFORMS, MAPPER_TRANSFORMS, ARRAY_TRANSFORMS, DATE_TRANSFORMS].flatMap(
    (table) => Object.entries(table),
  ),
);

/** @throws JexlError  no such transform */
export function findTransform(name: string): JexlTransform {
  const transform = TRANSFORMS.get(name);
  if (transform === undefined) throw new JexlError(`unknown transform ${name}`);
  return transform;
}
