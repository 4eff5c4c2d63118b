import {
  featureStatuses,
  FEATURES,
  stateOf,
  version,
  type FeatureId,
  type FeaturePartId,
  type FeatureRecord,
  type FeatureStatus,
} from '@smart-city/deprecation';
import type { UsageEntry, UsageSnapshot } from './usage-counts';

export interface FeatureUse {
  readonly count: number;
  readonly firstSeen?: string;
  readonly lastSeen?: string;
  readonly clients: readonly {
    readonly service: string;
    readonly userAgent: string;
    readonly address: string;
    /** The part of the feature, for features with parts. */
    readonly part?: string;
    readonly count: number;
    readonly firstSeen: string;
    readonly lastSeen: string;
  }[];
}

export interface ReportedFeature extends FeatureStatus {
  /** Used, and gone at the version the report is about. */
  readonly breaks: boolean;
  readonly use: FeatureUse;
}

export interface DeprecationReport {
  readonly running: string;
  readonly at: string;
  readonly breaks: number;
  readonly features: readonly ReportedFeature[];
}

/** Features with their state at a version and the use seen, most used first within what breaks, then the rest in list order. */
export function deprecationReport(
  running: string,
  at: string,
  { entries }: UsageSnapshot,
): DeprecationReport {
  const target = version(at);
  const features = featureStatuses(at).map((status): ReportedFeature => {
    const record: FeatureRecord | undefined = FEATURES.find(({ id }) => id === status.id);
    const parts = new Set((record?.parts ?? []).map(({ id }) => id));
    const used = entries.filter(({ feature }) => feature === status.id || parts.has(feature));
    const breaks = used.some(
      ({ feature }) => stateOf(feature as FeatureId | FeaturePartId, target) === 'removed',
    );
    return { ...status, breaks, use: useOf(used, parts) };
  });
  return { running, at, breaks: features.filter(({ breaks }) => breaks).length, features };
}

function useOf(entries: readonly UsageEntry[], parts: ReadonlySet<string>): FeatureUse {
  const sorted = [...entries].sort((a, b) => b.count - a.count);
  const times = entries.flatMap(({ firstSeen, lastSeen }) => [firstSeen, lastSeen]).sort();
  return {
    count: entries.reduce((sum, { count }) => sum + count, 0),
    ...(times.length > 0 && { firstSeen: times[0]!, lastSeen: times.at(-1)! }),
    clients: sorted.map(({ feature, service, userAgent, address, count, firstSeen, lastSeen }) => ({
      service,
      userAgent,
      address,
      ...(parts.has(feature) && { part: feature }),
      count,
      firstSeen,
      lastSeen,
    })),
  };
}
