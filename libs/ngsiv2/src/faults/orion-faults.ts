import {
  NgsiError,
  type ContextFault,
  type FaultFacts,
  type FaultName,
  type UpdateFault,
} from '@smart-city/context';

type Catalogue = { readonly [N in FaultName]: (facts: FaultFacts[N]) => NgsiError };

/** Beginning of an error text, by the kind of attribute that a location is written to. */
const LOCATION_PREFIX: Readonly<Record<FaultFacts['wrongGeometry']['of'], string>> = {
  new: 'error parsing location attribute for new attribute: ',
  existing: 'error parsing location attribute for existing attribute: ',
  any: 'error parsing location attribute: ',
  nothing: '',
};

/** Status and text of each fault of the core, in Orion's words. */
const CATALOGUE: Catalogue = {
  entityNotFound: () =>
    new NgsiError('NotFound', 'The requested entity has not been found. Check type and id'),
  attributeNotFound: () => new NgsiError('NotFound', 'The entity does not have such an attribute'),
  metadataNotFound: () => new NgsiError('NotFound', 'The attribute does not have such a metadata item'),
  tooManyEntities: () =>
    new NgsiError('TooManyResults', 'More than one matching entity. Please refine your query'),
  versionDiffers: () =>
    new NgsiError(
      'PreconditionFailed',
      'The entity is not in the version that If-Match or If-None-Match asks for',
    ),
  secondLocation: () =>
    new NgsiError(
      'NoResourcesAvailable',
      'You cannot use more than one geo location attribute when creating an entity. Use ignoreType metadata if you want to add additional informative locations.',
    ),
  locationTaken: ({ attribute, location }) =>
    new NgsiError(
      'BadRequest',
      `attempt to define a geo location attribute [${attribute}] when another one has been previously defined [${location}]`,
    ),
  locationDeleted: () =>
    new NgsiError('BadRequest', 'location attribute has to be defined at creation time, with APPEND'),
  wrongGeometry: ({ reason, of }) => new NgsiError('BadRequest', LOCATION_PREFIX[of] + reason),
  geometryNotIndexable: () => new NgsiError('BadRequest', 'Wrong GeoJson'),
  expiryNotADate: () =>
    new NgsiError('BadRequest', 'error processing date expiration attribute, see log traces'),
  numberTooLarge: ({ attribute }) =>
    new NgsiError('Unprocessable', `the new value of ${attribute} is too large for a number`),
  operatorRefused: ({ collection, document, text }) =>
    new NgsiError(
      'InternalServerError',
      `Database Error (collection: ${collection} - findAndModify(): ${document} - exception: ${text})`,
    ),
};

/** Errors of faults without facts: made once, as most that clients see are of few names. */
const made = new Map<FaultName, NgsiError>();

/** The error that clients of Orion are told for a fault of the core; what is none is itself. */
export function orionError(fault: UpdateFault): NgsiError {
  if (fault instanceof NgsiError) return fault;
  const known = made.get(fault.fault);
  if (known !== undefined) return known;
  const error = errorOf(fault);
  if (Object.keys(fault.facts).length === 0) made.set(fault.fault, error);
  return error;
}

const errorOf = <N extends FaultName>({ fault, facts }: ContextFault<N>): NgsiError =>
  (CATALOGUE[fault] as (facts: FaultFacts[N]) => NgsiError)(facts);
