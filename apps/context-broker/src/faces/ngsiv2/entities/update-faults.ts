import {
  attributeNotFound,
  entityNotFound,
  NgsiError,
  tooManyEntities,
  type EntityRef,
  type EntityUpdate,
  type UpdateResult,
} from '@smart-city/context';
import { orionError } from '@smart-city/ngsiv2';
import type { ForwardedOutcome } from '../../../core/entities/forwarding-port';
import type { UpdateOutcome } from '../../../core/entities/update-outcome';

const NO_EXIST = 'do not exist: ';
const ALREADY = 'one or more of the attributes in the request already exist: ';

/** The type is printed only when the client gave one. */
const named = ({ id, type }: EntityRef) => (type === undefined ? id : `${id}/${type}`);
const listed = (ref: EntityRef, names: readonly string[]) => `${named(ref)} - [ ${names.join(', ')} ]`;
const refusedOf = (result: UpdateResult) =>
  result.kind === 'done' || result.kind === 'refused' ? result.refused : [];
const refusalText = ({ action }: EntityUpdate) => (action === 'appendStrict' ? ALREADY : NO_EXIST);

/** The fault of an operation on one entity, if any. */
export function singleFault({ update, result, forwarded }: UpdateOutcome): NgsiError | undefined {
  if (forwarded) return forwardedFault([forwarded]);
  switch (result.kind) {
    case 'entityMissing':
      return orionError(entityNotFound());
    case 'alreadyExists':
      return new NgsiError('Unprocessable', 'Already Exists');
    case 'tooManyResults':
      return orionError(tooManyEntities());
    case 'failed':
      return orionError(result.error);
    case 'refused':
    case 'done': {
      const refused = refusedOf(result);
      if (refused.length === 0) return undefined;
      return new NgsiError(
        result.kind === 'done' ? 'PartialUpdate' : 'Unprocessable',
        refusalText(update) + listed(update.ref, refused),
      );
    }
  }
}

/** As {@link singleFault} for operations on one attribute: one that is missing is a 404. */
export function attributeFault(outcome: UpdateOutcome): NgsiError | undefined {
  if (!outcome.forwarded && refusedOf(outcome.result).length > 0) return orionError(attributeNotFound());
  return singleFault(outcome);
}

/** The one fault that a batch reports, if any. */
export function batchFault(outcomes: readonly UpdateOutcome[]): NgsiError | undefined {
  const forwarded = outcomes.flatMap((outcome) => (outcome.forwarded ? [outcome.forwarded] : []));
  const local = outcomes.filter((outcome) => !outcome.forwarded);
  const faulty = local.filter(({ result }) => result.kind !== 'done' || result.refused.length > 0);
  if (faulty.length === 0) return forwarded.length > 0 ? forwardedFault(forwarded) : undefined;
  const anyDone =
    local.some(({ result }) => result.kind === 'done') || forwarded.some(({ updatedSome }) => updatedSome);
  const [only] = faulty;
  if (outcomes.length === 1 && only!.result.kind === 'failed') return orionError(only!.result.error);
  if (!anyDone && faulty.every(({ result }) => result.kind === 'entityMissing'))
    return new NgsiError('NotFound', gathered(faulty));
  if (!anyDone && faulty.every(({ result }) => result.kind === 'failed' || result.kind === 'tooManyResults'))
    return singleFault(only!);
  return new NgsiError(anyDone ? 'PartialUpdate' : 'Unprocessable', gathered(faulty));
}

/** Names every entity and attribute that failed; the prefix comes once. */
function gathered(faulty: readonly UpdateOutcome[]): string {
  const items = faulty.map(({ update, result }, at) => {
    const refused = refusedOf(result);
    if (refused.length > 0) return listed(update.ref, refused);
    if (result.kind === 'entityMissing') return `${named(update.ref)}${at === 0 ? ' -' : ''} [entity itself]`;
    return singleFault({ update, result })?.message ?? '';
  });
  const about = faulty.find(({ result }) => result.kind === 'entityMissing' || refusedOf(result).length > 0);
  return (about ? refusalText(about.update) : '') + items.join(', ');
}

/** What providers left undone, if anything: a partial update where one of them updated something, else not found. */
function forwardedFault(outcomes: readonly ForwardedOutcome[]): NgsiError | undefined {
  const failed = outcomes.filter(({ failed: names }) => names.length > 0);
  if (failed.length === 0) return undefined;
  if (!outcomes.some(({ updatedSome }) => updatedSome)) return orionError(entityNotFound());
  const items = failed.map(({ ref, failed: names }) => `${ref.id}-${ref.type ?? ''} : [${names.join(', ')}]`);
  return new NgsiError(
    'PartialUpdate',
    `Some of the following attributes were not updated: { ${items.join(', ')} }`,
    { status: 404 },
  );
}
