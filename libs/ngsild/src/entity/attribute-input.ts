import type { AttributeKind, JsonValue } from '@smart-city/context';

/**
 * Instance of an attribute or sub-attribute as a request states it. Names are stored names, values have their stored form.
 * A text member that is NGSI-LD Null is to be removed.
 */
export interface InstanceInput {
  /** Absent in a fragment that leaves the kind as it is. */
  readonly kind?: AttributeKind;
  /** True where the request does not name the kind: a Property may then be taken for the GeoProperty that is stored. */
  readonly isInferred?: boolean;
  /** Absent: the default instance. */
  readonly datasetId?: string;
  /** Absent in a fragment that leaves the value as it is. In a merge, NGSI-LD Null inside removes members. */
  readonly value?: JsonValue;
  /** The instance is to be deleted. */
  readonly isNull?: boolean;
  readonly observedAt?: string;
  readonly unitCode?: string;
  readonly valueType?: string;
  readonly objectType?: string | readonly string[];
  readonly expiresAt?: string;
  /** Sub-attributes by stored name, with their instances. */
  readonly subAttributes?: ReadonlyMap<string, LdAttributeInput>;
}

/** Instances of one attribute, each with another `datasetId`. Never empty. */
export type LdAttributeInput = readonly InstanceInput[];

/** Entity as a request states it. */
export interface EntityInput {
  readonly id?: string;
  /** Each once; absent in a fragment that names none. */
  readonly types?: readonly string[];
  /** Absent: the request says nothing of scopes. Empty: they are to be removed. */
  readonly scopes?: readonly string[];
  /** NGSI-LD Null: the end is to be removed. */
  readonly expiresAt?: string;
  /** By stored name, in the order of the request. */
  readonly attributes: ReadonlyMap<string, LdAttributeInput>;
}

/**
 * Reading of a body by an operation (GS CIM 009 §5.5.4).
 * - `whole`: attributes are complete, and NGSI-LD Null is a fault
 * - `update`: attributes are complete, and NGSI-LD Null in the place of one deletes it
 * - `partial`: the members of an attribute that are sent are replaced, and NGSI-LD Null deletes
 * - `merge`: as `partial`, and values are merged too
 */
export type ParseMode = 'whole' | 'update' | 'partial' | 'merge';
