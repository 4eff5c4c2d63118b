/** `<major>.<minor>.<patch>`. Compare with {@link compareVersions}, here and nowhere else. */
export interface Version {
  readonly major: number;
  readonly minor: number;
  readonly patch: number;
}

const SHAPE = /^(0|[1-9]\d{0,5})\.(0|[1-9]\d{0,5})\.(0|[1-9]\d{0,5})$/;

/** Parses `3.12.0`. Undefined when the text is no version. */
export function parseVersion(text: string): Version | undefined {
  const found = SHAPE.exec(text);
  return found ? { major: Number(found[1]), minor: Number(found[2]), patch: Number(found[3]) } : undefined;
}

/** Parses a version that must be one. @throws RangeError naming the text */
export function version(text: string): Version {
  const parsed = parseVersion(text);
  if (!parsed) throw new RangeError(`'${text}' is not a version: <major>.<minor>.<patch> expected`);
  return parsed;
}

export const renderVersion = ({ major, minor, patch }: Version): string => `${major}.${minor}.${patch}`;

/** Negative when `a` is older than `b`, 0 when equal, positive when newer. */
export function compareVersions(a: Version, b: Version): number {
  return a.major - b.major || a.minor - b.minor || a.patch - b.patch;
}
