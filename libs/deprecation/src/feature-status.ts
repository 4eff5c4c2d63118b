import type { FeatureRecord, VersionText } from './feature-record';
import { FEATURES, type FeatureId, type FeaturePartId } from './features';
import { deprecatedSince, featureRecord, stateOf, type FeatureState } from './feature-state';
import { oldRelease, type OldRelease } from './old-releases';
import { renderVersion, version } from './version';

/** One feature as the `features` command, `/admin/deprecations` and the documentation show it. */
export interface FeatureStatus {
  readonly id: FeatureId;
  readonly feature: string;
  readonly state: FeatureState;
  /** A version, or `not given`. */
  readonly deprecatedIn: string;
  /** `not yet removed`, a version, or the fate of each part. */
  readonly removedIn: string;
  readonly replacement: string;
  readonly lastVersion: string;
  readonly releaseDate: string;
  readonly parts?: readonly {
    readonly part: string;
    readonly state: FeatureState;
    readonly removedIn: string;
  }[];
}

/** Every feature of the list at one version. @throws RangeError when `at` is no version */
export function featureStatuses(at: VersionText): readonly FeatureStatus[] {
  return (FEATURES as readonly FeatureRecord[]).map((record) => statusOf(record, at));
}

function statusOf(record: FeatureRecord, atText: VersionText): FeatureStatus {
  const at = version(atText);
  const since = deprecatedSince(record);
  return {
    id: record.id as FeatureId,
    feature: record.feature,
    state: stateOf(record.id as FeatureId, at),
    deprecatedIn: since ? renderVersion(since) : 'not given',
    removedIn: removalText(record),
    replacement: record.replacement ?? 'not given',
    lastVersion: lastVersionText(record),
    releaseDate: record.lastSupport ? (record.lastSupport.releaseDate ?? 'not yet defined') : 'not given',
    ...(record.parts && {
      parts: record.parts.map((part) => ({
        part: part.name,
        state: stateOf(part.id as FeaturePartId, at),
        removedIn: part.livesOn ? 'not yet removed' : (part.removedIn ?? 'not given'),
      })),
    }),
  };
}

/** Where the last release that supports the feature is; undefined when the list names none. */
export function lastReleaseOf(id: FeatureId): OldRelease | undefined {
  const { lastSupport } = featureRecord(id);
  return lastSupport?.version === undefined ? undefined : oldRelease(lastSupport.version);
}

/** The "Removed in" column in words. */
export function removalText(record: FeatureRecord): string {
  if (record.parts)
    return record.parts
      .filter(({ livesOn }) => !livesOn)
      .map(({ name, removedIn }) => `${name}: ${removedIn ?? 'not given'}`)
      .join('; ');
  return record.removedIn ?? 'not yet removed';
}

/** The "Last version supporting it" column of Orion's list in words. */
export function lastVersionText({ lastSupport }: FeatureRecord): string {
  if (!lastSupport) return 'not given';
  return `${lastSupport.version ?? 'not yet defined'}${lastSupport.lastComplete ? ' (*)' : ''}`;
}
