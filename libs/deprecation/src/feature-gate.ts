import { FEATURES, type FeatureId, type FeaturePartId } from './features';
import { stateOf, type FeatureState } from './feature-state';
import { findRouteFeature, type RouteFeature } from './route-lookup';
import type { FeatureRecord, VersionText } from './feature-record';
import { version } from './version';

export interface CliParameterState {
  readonly feature: FeatureId;
  readonly state: FeatureState;
  readonly replacement?: string;
}

/** What is deprecated and removed at one version: the only place of the broker that knows versions. */
export interface FeatureGate {
  readonly compatVersion: VersionText;
  stateOf(id: FeatureId | FeaturePartId): FeatureState;
  isRemoved(id: FeatureId | FeaturePartId): boolean;
  /** Undefined for a parameter that never was deprecated. `name` with its dash. */
  cliParameterState(name: string): CliParameterState | undefined;
  /** The same for an environment variable. */
  environmentState(name: string): CliParameterState | undefined;
  /** Undefined for a route that is not deprecated as a whole. `path` without query. */
  routeState(method: string, path: string): (RouteFeature & { readonly state: FeatureState }) | undefined;
}

/** @param compatVersion  `<major>.<minor>.<patch>` @throws RangeError when it is none */
export function createFeatureGate(compatVersion: VersionText): FeatureGate {
  const at = version(compatVersion);
  const cli = byName((record) => record.cliParameters);
  const environment = byName((record) => record.environment);
  const parameterState = (record: FeatureRecord | undefined): CliParameterState | undefined =>
    record && {
      feature: record.id as FeatureId,
      state: stateOf(record.id as FeatureId, at),
      ...(record.replacement !== undefined && { replacement: record.replacement }),
    };
  return {
    compatVersion,
    stateOf: (id) => stateOf(id, at),
    isRemoved: (id) => stateOf(id, at) === 'removed',
    cliParameterState: (name) => parameterState(cli.get(name)),
    environmentState: (name) => parameterState(environment.get(name)),
    routeState(method, path) {
      const found = findRouteFeature(method, path);
      return found && { ...found, state: stateOf(found.part ?? found.feature, at) };
    },
  };
}

function byName(
  namesOf: (record: FeatureRecord) => readonly string[] | undefined,
): ReadonlyMap<string, FeatureRecord> {
  return new Map(
    FEATURES.flatMap((record) => (namesOf(record) ?? []).map((name) => [name, record] as const)),
  );
}
