import type { FeaturePart, FeatureRecord } from './feature-record';
import { FEATURES, type FeatureId, type FeaturePartId } from './features';
import { compareVersions, version, type Version } from './version';

/** How a version stands to a feature: works; works and is told as deprecated; is refused. */
export type FeatureState = 'supported' | 'deprecated' | 'removed';

const RECORDS: ReadonlyMap<string, FeatureRecord> = new Map(FEATURES.map((record) => [record.id, record]));
const PARTS: ReadonlyMap<string, { readonly part: FeaturePart; readonly owner: FeatureRecord }> = new Map(
  [...RECORDS.values()].flatMap((owner) =>
    (owner.parts ?? []).map((part) => [part.id, { part, owner }] as const),
  ),
);

/** The record of a feature. @throws RangeError for an id that is none */
export function featureRecord(id: FeatureId): FeatureRecord {
  const record = RECORDS.get(id);
  if (!record) throw new RangeError(`there is no feature '${id}'`);
  return record;
}

/**
 * The state of a feature, or of one part of it, at a version. A feature with parts is removed when its last part is,
 * but for parts that outlive it; a feature whose deprecation version is not given is deprecated at every version.
 */
export function stateOf(id: FeatureId | FeaturePartId, at: Version): FeatureState {
  const found = PARTS.get(id);
  if (found) return partState(found.part, found.owner, at);
  const record = featureRecord(id as FeatureId);
  if (isRemovedAt(record, at)) return 'removed';
  return isDeprecatedAt(record, at) ? 'deprecated' : 'supported';
}

function partState(part: FeaturePart, owner: FeatureRecord, at: Version): FeatureState {
  if (part.removedIn !== undefined && compareVersions(at, version(part.removedIn)) >= 0) return 'removed';
  return isDeprecatedAt(owner, at) ? 'deprecated' : 'supported';
}

function isRemovedAt(record: FeatureRecord, at: Version): boolean {
  if (record.parts)
    return record.parts.every((part) => part.livesOn || partState(part, record, at) === 'removed');
  return record.removedIn !== undefined && compareVersions(at, version(record.removedIn)) >= 0;
}

function isDeprecatedAt(record: FeatureRecord, at: Version): boolean {
  const since = deprecatedSince(record);
  return since === undefined || compareVersions(at, since) >= 0;
}

/** First version in which the feature is deprecated, also when it is so "with" another. Undefined: not given. */
export function deprecatedSince(record: FeatureRecord): Version | undefined {
  if (record.deprecatedIn !== undefined) return version(record.deprecatedIn);
  return record.deprecatedWith === undefined
    ? undefined
    : deprecatedSince(featureRecord(record.deprecatedWith as FeatureId));
}
