import type { AttributeInput, EntityRef, EntityUpdate } from '@smart-city/ngsi';
import { correlatorRoot } from '../context/correlator-root';
import type { RequestContext, WriteContext } from '../context/request-context';

/** What every update takes from `options` and the correlator. */
export const updateFlags = ({
  options,
  correlator,
}: RequestContext): Pick<EntityUpdate, 'overrideMetadata' | 'forcedUpdate' | 'correlator'> => ({
  overrideMetadata: options.has('overrideMetadata'),
  forcedUpdate: options.has('forcedUpdate'),
  correlator: correlatorRoot(correlator),
});

/** An update as one request asks for it. */
export const updateOf = (
  { request }: WriteContext,
  action: EntityUpdate['action'],
  ref: EntityRef,
  attrs: readonly AttributeInput[],
): EntityUpdate => ({ ...updateFlags(request), action, ref, attrs });

/** Type and metadata of the attribute stay. */
export const valueUpdateOf = (
  context: WriteContext,
  ref: EntityRef,
  name: string,
  value: AttributeInput['value'],
): EntityUpdate => ({
  ...updateOf(context, 'update', ref, [{ name, value, metadata: new Map() }]),
  overrideMetadata: false,
});

/** Without names, the entity itself goes. */
export const deletionOf = (context: WriteContext, ref: EntityRef, names: readonly string[]): EntityUpdate =>
  updateOf(
    context,
    'delete',
    ref,
    names.map((name) => ({ name, value: null, metadata: new Map() })),
  );
