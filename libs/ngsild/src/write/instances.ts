import type { Attribute, AttributeInstance, Metadata } from '@smart-city/context';
import { badRequestData } from '../ngsild-fault';

/** An instance of an attribute or of a sub-attribute. */
export type StoredInstance = AttributeInstance | Metadata;

/** An attribute or a sub-attribute with its instances. */
export type StoredAttribute = Attribute | Metadata;

/** Most instances that one attribute may have. */
const MAX_STORED_INSTANCES = 1_000;

/** Returns the instances of an attribute, the default one first where there is one. */
export function instancesOf(attribute: StoredAttribute): readonly StoredInstance[] {
  if (attribute.instances === undefined) return [attribute];
  const { instances, ...first } = attribute;
  return [first, ...instances];
}

/**
 * Returns the attribute of these instances, undefined without any.
 *
 * @throws BadRequestData  they are too many
 */
export function attributeOf(instances: readonly StoredInstance[]): StoredAttribute | undefined {
  if (instances.length <= 1) return instances[0];
  if (instances.length > MAX_STORED_INSTANCES)
    throw badRequestData('Too many instances', `An attribute has at most ${MAX_STORED_INSTANCES} instances`);
  const first = instances.find(({ datasetId }) => datasetId === undefined) ?? instances[0]!;
  const others = instances.filter((instance) => instance !== first);
  return { ...first, instances: others };
}

/** Finds the instance of a dataset; undefined is the default instance. */
export const instanceOf = (
  attribute: StoredAttribute | undefined,
  datasetId: string | undefined,
): StoredInstance | undefined => {
  if (attribute === undefined) return undefined;
  if (attribute.instances === undefined) return attribute.datasetId === datasetId ? attribute : undefined;
  return instancesOf(attribute).find((instance) => instance.datasetId === datasetId);
};

/** Whether an attribute has an instance of one of the datasets that these name. */
export const hasOneOf = (
  attribute: StoredAttribute,
  others: readonly { readonly datasetId?: string }[],
): boolean => others.some(({ datasetId }) => instanceOf(attribute, datasetId) !== undefined);
