import type { Attribute, EntityChange } from '@smart-city/context';
import { instanceOf, instancesOf } from '../write/instances';
import type { LdTrigger } from './ld-subscription';

/** Triggers of a subscription that names none (GS CIM 009 §5.2.12). */
const BY_DEFAULT: readonly LdTrigger[] = ['attributeCreated', 'attributeUpdated'];

/**
 * Compiles the triggers of a subscription to the test of a change. An attribute counts when the request wrote it, whether or not
 * its value differs.
 *
 * @param triggers  undefined for the default
 * @param watched   stored names of the attributes that matter; empty for all
 */
export function compileTriggers(
  triggers: readonly LdTrigger[] | undefined,
  watched: ReadonlySet<string>,
): (change: EntityChange) => boolean {
  const wanted = new Set<LdTrigger>((triggers ?? BY_DEFAULT).flatMap(attributeTriggers));
  return (change) => {
    const { before, after } = change;
    if (after === undefined) return wanted.has('entityDeleted');
    if (before === undefined) {
      const isMade = wanted.has('entityCreated') || wanted.has('attributeCreated');
      return isMade && isWatched(after.attrs.keys(), watched);
    }
    for (const name of changedNames(change)) {
      if (watched.size > 0 && !watched.has(name)) continue;
      if (wanted.has(triggerOf(before.attrs.has(name), after.attrs.has(name)))) return true;
      if (wanted.has('attributeDeleted') && lostAnInstance(before.attrs.get(name), after.attrs.get(name)))
        return true;
    }
    return false;
  };
}

/** An update of the entity is any change of its attributes. */
const attributeTriggers = (trigger: LdTrigger): readonly LdTrigger[] =>
  trigger === 'entityUpdated' ? ['attributeCreated', 'attributeUpdated', 'attributeDeleted'] : [trigger];

const triggerOf = (wasThere: boolean, isThere: boolean): LdTrigger =>
  !isThere ? 'attributeDeleted' : wasThere ? 'attributeUpdated' : 'attributeCreated';

/** Whether the instance of some dataset is gone, of an attribute that is still there. */
const lostAnInstance = (was: Attribute | undefined, is: Attribute | undefined): boolean =>
  was !== undefined &&
  is !== undefined &&
  instancesOf(was).some(({ datasetId }) => instanceOf(is, datasetId) === undefined);

function isWatched(names: Iterable<string>, watched: ReadonlySet<string>): boolean {
  if (watched.size === 0) return true;
  for (const name of names) if (watched.has(name)) return true;
  return false;
}

const changedNames = ({ requested, changed, metadataChanged }: EntityChange): ReadonlySet<string> =>
  new Set([...requested, ...changed, ...metadataChanged]);
