import {
  featureRecord,
  lastReleaseOf,
  placesOf,
  removalText,
  type FeatureGate,
  type FeatureId,
  type FeatureRecord,
} from '@smart-city/deprecation';
import type { FromDbUri, ToDbUri } from '@smart-city/db-uri';
import type { LogCounts } from './access-log';
import { oldFlagsOf } from './deployment-parameters';
import type { Finding } from './finding';

export interface UpgradeReport {
  readonly to: string;
  readonly findings: readonly Finding[];
  /** Flags that no version of the broker has. */
  readonly unknown: readonly string[];
  readonly dbUri?: ToDbUri;
  /** What stands for `-dbURI` at a version that does not have it yet. */
  readonly oldDatabase?: FromDbUri;
  readonly log?: LogCounts;
}

export const breaks = (gate: FeatureGate, { feature }: Finding): boolean =>
  gate.isRemoved(feature.part ?? feature.feature);

/** What a person needs to know before the upgrade: what breaks, where it is used, what to use instead. */
export function renderUpgradeText(gate: FeatureGate, report: UpgradeReport): string {
  const { to, findings, unknown, dbUri, oldDatabase, log } = report;
  const breaking = findings.filter((finding) => breaks(gate, finding));
  const rest = findings.filter((finding) => !breaks(gate, finding));
  const parts = [
    breaking.length === 0
      ? `Nothing that was found stops working at ${to}.`
      : `Stops working at ${to}:\n\n${listText(gate, breaking)}`,
    ...(rest.length === 0 ? [] : [`Deprecated at ${to}, still working:\n\n${listText(gate, rest)}`]),
    ...(unknown.length === 0
      ? []
      : [`Not parameters of the broker, which does not start with them:\n  ${unknown.join('\n  ')}`]),
    ...(dbUri === undefined ? [] : [dbUriText(dbUri)]),
    ...(oldDatabase === undefined ? [] : [oldDatabaseText(oldDatabase, to)]),
    ...(log === undefined
      ? []
      : [`${counted(log.requests, 'request')} read, ${counted(log.unreadable, 'line')} without a request.`]),
  ];
  return `${parts.join('\n\n')}\n`;
}

/** Findings under the feature they belong to, which says once what to do about them. */
function listText(gate: FeatureGate, findings: readonly Finding[]): string {
  const features = new Set(findings.map(({ feature }) => feature.feature));
  return [...features]
    .map((id) =>
      featureText(
        gate,
        id,
        findings.filter(({ feature }) => feature.feature === id),
      ),
    )
    .join('\n\n');
}

function featureText(gate: FeatureGate, id: FeatureId, findings: readonly Finding[]): string {
  const record: FeatureRecord = featureRecord(id);
  const width = Math.max(...findings.map(({ seen }) => seen.length));
  return [
    `  ${record.feature}`,
    `  ${fateText(record)}`,
    ...releaseText(id, findings, gate),
    ...findings.map((finding) => `    ${finding.seen.padEnd(width)}  ${useText(finding)}`.trimEnd()),
  ].join('\n');
}

/** For who cannot do without it. */
function releaseText(id: FeatureId, findings: readonly Finding[], gate: FeatureGate): readonly string[] {
  const release = findings.some((finding) => breaks(gate, finding)) ? lastReleaseOf(id) : undefined;
  return release === undefined ? [] : [`  last in Orion: ${placesOf(release)}`];
}

function fateText(record: FeatureRecord): string {
  const removed = removalText(record);
  const fate = record.removedIn === undefined ? removed : `removed in ${removed}`;
  const instead = (record.replacement ?? 'no replacement is given').replaceAll('`', '');
  return /^no(?:ne)?\b/.test(instead) ? `${fate} (${instead})` : `${fate}; use ${instead}`;
}

/** How often, where and by whom; a flag of a command line needs none of it. */
function useText({ count, places, clients }: Finding): string {
  const shown = places.map(({ file, line }) => `${file}:${line}`).join(', ');
  return [
    ...(count > 1 ? [`${count} times`] : []),
    ...(places.length === 0 ? [] : [`${shown}${count > places.length ? ' …' : ''}`]),
    ...(clients.length === 0 ? [] : [`by ${clients.join(', ')}`]),
  ].join(', ');
}

const counted = (count: number, what: string): string => `${count} ${what}${count === 1 ? '' : 's'}`;

function dbUriText(mapped: ToDbUri): string {
  if (mapped.kind === 'unmappable')
    return `The database parameters have no -dbURI:\n${mapped.reasons.map((reason) => `  ${reason}`).join('\n')}`;
  const password = mapped.uri.includes('${PWD}')
    ? '\n  The password stays in -dbpwd or ORION_MONGO_PASSWORD, as it is: the broker puts it in the place of ${PWD}.'
    : '';
  return `In place of the old database parameters, one of\n  -dbURI '${mapped.uri}'\n  ORION_MONGO_URI='${mapped.uri}'${password}`;
}

/** Orion of that version has no `-dbURI`: for who goes back to it. */
function oldDatabaseText(mapped: FromDbUri, to: string): string {
  return mapped.kind === 'unmappable'
    ? `Orion ${to} has no -dbURI, and nothing in its place:\n${mapped.reasons.map((reason) => `  ${reason}`).join('\n')}`
    : `Orion ${to} has no -dbURI; in its place\n  ${oldFlagsOf(mapped.parameters).join(' ')}`;
}

const oldDatabaseJson = (mapped: FromDbUri): object =>
  mapped.kind === 'unmappable' ? mapped : { kind: mapped.kind, flags: oldFlagsOf(mapped.parameters) };

/** The same for programs. */
export function renderUpgradeJson(
  gate: FeatureGate,
  { to, findings, unknown, dbUri, oldDatabase, log }: UpgradeReport,
): string {
  const listed = findings.map((finding) => ({
    feature: finding.feature.feature,
    ...(finding.feature.part && { part: finding.feature.part }),
    state: gate.stateOf(finding.feature.part ?? finding.feature.feature),
    breaks: breaks(gate, finding),
    seen: finding.seen,
    count: finding.count,
    places: finding.places,
    clients: finding.clients,
    replacement: featureRecord(finding.feature.feature).replacement ?? null,
  }));
  const isBroken = unknown.length > 0 || findings.some((finding) => breaks(gate, finding));
  return `${JSON.stringify({ to, breaks: isBroken, findings: listed, unknown, dbURI: dbUri ?? null, oldDatabase: oldDatabase === undefined ? null : oldDatabaseJson(oldDatabase), log: log ?? null }, null, 2)}\n`;
}
