import { compareVersions, parseVersion, renderVersion, version, type Version } from './version';

/** First open-source release: the repository holds no older code. */
export const FIRST_RELEASE = version('0.8.1');
const LAST_IN_WIKI = version('0.23.0');
const FIRST_HOSTED = version('0.24.0');

type DocumentationPlace =
  | { readonly kind: 'wiki'; readonly manuals: readonly ['user manual', 'administration manual'] }
  /** Has a version selector. */
  | { readonly kind: 'hosted' };

/** Orion's rules for using an old release. */
export interface OldRelease {
  /** Points to the base version. */
  readonly tag: string;
  /** Its head usually equals the tag, but has the fixes developed on top of the base version. */
  readonly branch: string;
  /** Absent: a version between the two rules, for which they name no place. */
  readonly documentation?: DocumentationPlace;
  /** Whether a public image registry has its container image. */
  readonly hasImage: boolean;
}

/** Where code, documentation and image of a release are. Undefined for versions before the first open-source release. */
export function oldRelease(text: string): OldRelease | undefined {
  const release = parseVersion(text);
  if (!release || compareVersions(release, FIRST_RELEASE) < 0) return undefined;
  const documentation = documentationPlace(release);
  return {
    tag: renderVersion(release),
    branch: `release/${renderVersion(release)}`,
    ...(documentation && { documentation }),
    hasImage: compareVersions(release, FIRST_HOSTED) >= 0,
  };
}

/** Where a release is to be had, in words. */
export function placesOf({ tag, branch, documentation, hasImage }: OldRelease): string {
  const manual =
    documentation &&
    (documentation.kind === 'wiki' ? 'manuals in the public wiki' : 'documentation hosted by version');
  return [
    `branch ${branch} (tag ${tag})`,
    ...(hasImage ? ['container image'] : []),
    ...(manual === undefined ? [] : [manual]),
  ].join(', ');
}

/** The public wiki up to 0.23.0, the hosted documentation service from 0.24.0. */
function documentationPlace(release: Version): DocumentationPlace | undefined {
  if (compareVersions(release, LAST_IN_WIKI) <= 0)
    return { kind: 'wiki', manuals: ['user manual', 'administration manual'] };
  return compareVersions(release, FIRST_HOSTED) >= 0 ? { kind: 'hosted' } : undefined;
}
