import { featureRecord, type FeatureGate, type FeatureRecord } from '@smart-city/deprecation';
import type { ToDbUri } from '@smart-city/db-uri';
import type { LogCounts } from './access-log';
import type { Finding } from './finding';

export interface UpgradeReport {
  readonly to: string;
  readonly findings: readonly Finding[];
  readonly dbUri?: ToDbUri;
  readonly log?: LogCounts;
}

export const breaks = (gate: FeatureGate, { feature }: Finding): boolean =>
  gate.isRemoved(feature.part ?? feature.feature);

/** What a person needs to know before the upgrade. */
export function renderUpgradeText(gate: FeatureGate, report: UpgradeReport): string {
  const { to, findings, dbUri, log } = report;
  const breaking = findings.filter((finding) => breaks(gate, finding));
  const rest = findings.filter((finding) => !breaks(gate, finding));
  const parts = [
    breaking.length === 0
      ? `Nothing that was found stops working at ${to}.`
      : `Stops working at ${to}:\n${breaking.map(findingText).join('\n')}`,
    ...(rest.length === 0
      ? []
      : [`Deprecated at ${to}, still working:\n${rest.map(findingText).join('\n')}`]),
    ...(dbUri === undefined ? [] : [dbUriText(dbUri)]),
    ...(log === undefined
      ? []
      : [`${log.requests} requests read, ${log.unreadable} lines without a request.`]),
  ];
  return `${parts.join('\n\n')}\n`;
}

function findingText({ feature, seen, count, lines, clients }: Finding): string {
  const record: FeatureRecord = featureRecord(feature.feature);
  const where =
    lines.length === 0
      ? ''
      : `, line${lines.length > 1 ? 's' : ''} ${lines.join(', ')}${count > lines.length ? ' …' : ''}`;
  const who = clients.length === 0 ? '' : `, from ${clients.join(', ')}`;
  const instead =
    record.replacement === undefined
      ? 'no replacement is given'
      : `use ${record.replacement.replaceAll('`', '')}`;
  return `  ${seen} (${count}x${where}${who})\n    ${record.feature}: ${instead}`;
}

function dbUriText(mapped: ToDbUri): string {
  if (mapped.kind === 'unmappable')
    return `The database parameters have no -dbURI:\n${mapped.reasons.map((reason) => `  ${reason}`).join('\n')}`;
  const password = mapped.uri.includes('${PWD}')
    ? '\n  (the password stays in -dbpwd or ORION_MONGO_PASSWORD, percent-encoding is not needed there)'
    : '';
  return `In place of the old database parameters:\n  -dbURI '${mapped.uri}'${password}`;
}

/** The same for programs. */
export function renderUpgradeJson(gate: FeatureGate, { to, findings, dbUri, log }: UpgradeReport): string {
  const listed = findings.map((finding) => ({
    feature: finding.feature.feature,
    ...(finding.feature.part && { part: finding.feature.part }),
    state: gate.stateOf(finding.feature.part ?? finding.feature.feature),
    breaks: breaks(gate, finding),
    seen: finding.seen,
    count: finding.count,
    lines: finding.lines,
    clients: finding.clients,
    replacement: (featureRecord(finding.feature.feature) as FeatureRecord).replacement ?? null,
  }));
  return `${JSON.stringify({ to, breaks: findings.some((finding) => breaks(gate, finding)), findings: listed, dbURI: dbUri ?? null, log: log ?? null }, null, 2)}\n`;
}
