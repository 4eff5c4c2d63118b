import type { VersionText } from './feature-record';
import { featureStatuses, lastReleaseOf } from './feature-status';
import { placesOf } from './old-releases';

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
      ...releaseLine(lastReleaseOf(status.id)),
    ].join('\n'),
  );
  return `Deprecated and removed features at ${at}\n\n${paragraphs.join('\n\n')}\n`;
}

const releaseLine = (release: ReturnType<typeof lastReleaseOf>): readonly string[] =>
  release === undefined ? [] : [line('to be had as', placesOf(release))];

const line = (name: string, text: string): string => `${' '.repeat(11)}${`${name}:`.padEnd(15)}${text}`;
