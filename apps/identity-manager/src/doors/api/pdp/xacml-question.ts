import { memberOf } from '../member-of';
import { badRequest } from '../../../http/api-errors';
import { readShape } from '../../../validation/read-shape';
import { OpaQuestion, type XacmlQuestion } from './pdp-shapes';

const listed = (value: unknown): readonly unknown[] =>
  value === undefined || value === null ? [] : Array.isArray(value) ? value : [value];

/** Values by attribute id. A category, and its attributes, are one object or a list of them (JSON profile, section 4.2). */
function attributesOf(category: unknown): ReadonlyMap<string, readonly unknown[]> {
  const values = new Map<string, readonly unknown[]>();
  for (const part of listed(category))
    for (const attribute of listed(memberOf(part, 'Attribute'))) {
      const id = memberOf(attribute, 'AttributeId');
      if (typeof id !== 'string') continue;
      values.set(id, [...(values.get(id) ?? []), ...listed(memberOf(attribute, 'Value'))]);
    }
  return values;
}

/** The one value of an attribute. @throws ApiError 400 when it has several, of which one would have to be passed over */
function single(values: readonly unknown[] | undefined, name: string): unknown {
  if (values && values.length > 1) throw badRequest(`${name} has several values`);
  return values?.[0];
}

/**
 * The same question out of a request of the JSON profile of XACML 3.0, with the categories `AccessSubject`, `Action` and
 * `Resource`.
 *
 * @throws Invalid, or ApiError 400, naming what is missing or malformed
 */
export function parseXacmlQuestion({ Request: request }: XacmlQuestion): OpaQuestion {
  const [subject, action, resource] = ['AccessSubject', 'Action', 'Resource'].map((category) =>
    attributesOf(memberOf(request, category)),
  );
  const ofResource = (name: string) => resource?.get(`urn:ngsi-ld:resource:${name}`);
  const { input, faults } = readShape(
    OpaQuestion,
    {
      appId: single(resource?.get('urn:oasis:names:tc:xacml:1.0:resource:resource-id'), 'appId'),
      resource: single(resource?.get('urn:thales:xacml:2.0:resource:sub-resource-id'), 'resource'),
      roles: subject?.get('urn:oasis:names:tc:xacml:2.0:subject:role'),
      action: single(action?.get('urn:oasis:names:tc:xacml:1.0:action:action-id'), 'action'),
      tenant: single(ofResource('tenant'), 'tenant'),
      ids: ofResource('ids'),
      idPatterns: ofResource('id-patterns'),
      attrs: ofResource('attrs'),
      types: ofResource('types'),
    },
    'program',
  );
  if (faults[0]) throw faults[0];
  return input;
}

const OK = 'urn:oasis:names:tc:xacml:1.0:status:ok';

/** The answer in the same profile. */
export const renderXacmlDecision = (decision: 'Permit' | 'Deny') => ({
  Response: [
    {
      Decision: decision,
      // A status code within the status code, as Keyrock has it.
      Status: { StatusCode: { Value: OK, StatusCode: { Value: OK } } },
    },
  ],
});
