import type { ContextFault, FaultFacts, FaultName } from '@smart-city/context';
import { NgsiLdFault, type NgsiLdErrorType } from './ngsild-fault';

type Told = readonly [type: NgsiLdErrorType, title: string, detail: string];
type Catalogue = { readonly [N in FaultName]: (facts: FaultFacts[N]) => Told };

/** Error type and texts of each fault of the core (GS CIM 009 §5.5.2). */
const CATALOGUE: Catalogue = {
  entityNotFound: () => ['ResourceNotFound', 'Entity not found', 'There is no entity with this id'],
  attributeNotFound: () => ['ResourceNotFound', 'Attribute not found', 'The entity has no such attribute'],
  metadataNotFound: () => [
    'ResourceNotFound',
    'Sub-attribute not found',
    'The attribute has no such sub-attribute',
  ],
  tooManyEntities: () => ['Conflict', 'More than one entity', 'The request is about more than one entity'],
  versionDiffers: () => [
    'Conflict',
    'Another version',
    'The entity is not in the version that the request asks for',
  ],
  secondLocation: () => [
    'BadRequestData',
    'Second location',
    'Another attribute is the location of the entity',
  ],
  locationTaken: ({ location }) => [
    'BadRequestData',
    'Second location',
    `The location of the entity is ${location}`,
  ],
  locationDeleted: () => ['BadRequestData', 'Location', 'A location is not deleted by its type'],
  wrongGeometry: ({ reason }) => ['BadRequestData', 'Invalid geometry', reason],
  geometryNotIndexable: () => ['BadRequestData', 'Invalid geometry', 'The value is no geometry on the earth'],
  expiryNotADate: () => ['BadRequestData', 'Invalid expiresAt', 'The end of life of an entity is a date'],
  numberTooLarge: ({ attribute }) => [
    'OperationNotSupported',
    'Number too large',
    `The new value of ${attribute} is too large`,
  ],
  operatorRefused: ({ text }) => ['InternalError', 'Operator refused', text],
};

/** The fault that clients of NGSI-LD are told for one of the core. */
export function ngsiLdFault<N extends FaultName>({ fault, facts }: ContextFault<N>): NgsiLdFault {
  const [type, title, detail] = (CATALOGUE[fault] as (facts: FaultFacts[N]) => Told)(facts);
  return new NgsiLdFault(type, title, detail);
}
