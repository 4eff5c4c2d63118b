import type { VersionText } from './feature-record';
import { featureStatuses } from './feature-status';

/** The feature list at a version as plain text, one feature a paragraph. Ends with a line break. */
export function renderFeatureText(at: VersionText): string {
  const paragraphs = featureStatuses(at).map((status) =>
    [
      `${status.state.padEnd(10)} ${status.feature}`,
      line('deprecated in', status.deprecatedIn),
      line('removed in', status.removedIn),
      line('replacement', status.replacement.replaceAll('`', '')),
      line(
        'last version',
        `${status.lastVersion}${/^\d{4}-/.test(status.releaseDate) ? `, ${status.releaseDate}` : ''}`,
      ),
    ].join('\n'),
  );
  return `Deprecated and removed features at ${at}\n\n${paragraphs.join('\n\n')}\n`;
}

const line = (name: string, text: string): string => `${' '.repeat(11)}${`${name}:`.padEnd(15)}${text}`;
