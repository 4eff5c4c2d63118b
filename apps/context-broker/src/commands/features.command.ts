import {
  featureStatuses,
  lastReleaseOf,
  parseVersion,
  renderFeatureText,
  type VersionText,
} from '@smart-city/deprecation';
import { badUsage, printed, type CommandResult } from './command-result';

const USAGE = 'usage: context-broker features [--at <major>.<minor>.<patch>] [--json]';

/**
 * `context-broker features`: the deprecated and removed features with their state at a version.
 *
 * @param args           what follows `features` on the command line
 * @param compatVersion  the version when `--at` is not given
 */
export function featuresCommand(args: readonly string[], compatVersion: VersionText): CommandResult {
  let at = compatVersion;
  let json = false;
  for (let index = 0; index < args.length; index += 1) {
    const arg = args[index]!;
    if (arg === '--json') json = true;
    else if (arg === '--help' || arg === '-h') return printed(`${USAGE}\n`);
    else if (arg === '--at') at = args[(index += 1)] ?? '';
    else if (arg.startsWith('--at=')) at = arg.slice('--at='.length);
    else return badUsage(`unknown argument: ${arg}`, USAGE);
  }
  if (!parseVersion(at)) return badUsage(`not a version: '${at}'`, USAGE);
  if (!json) return printed(renderFeatureText(at));
  const features = featureStatuses(at).map((status) => ({
    ...status,
    lastRelease: lastReleaseOf(status.id) ?? null,
  }));
  return printed(`${JSON.stringify({ at, features }, null, 2)}\n`);
}
