import { featureStatuses, lastReleaseOf, parseVersion, renderFeatureText } from '@smart-city/deprecation';
import { readNamedArguments } from '@smart-city/options';
import { BadUsage, type Subcommand } from '@smart-city/service';
import { DEFAULT_COMPAT_VERSION } from '../cli/own-options';
import type { Deployment } from './deployment';

/** `context-broker features`: the deprecated and removed features with their state at a version, that of the broker without `--at`. */
export const featuresCommand: Subcommand<Pick<Deployment, 'env'>> = {
  usage: 'usage: context-broker features [--at <major>.<minor>.<patch>] [--json]',
  run(args, { env }) {
    const { values, flags } = readNamedArguments(args, { values: ['--at'], flags: ['--json'] });
    const at = values.get('--at') ?? (env['ORION_COMPAT_VERSION'] || DEFAULT_COMPAT_VERSION);
    if (!parseVersion(at)) throw new BadUsage(`not a version: '${at}'`);
    if (!flags.has('--json')) return renderFeatureText(at);
    const features = featureStatuses(at).map((status) => ({
      ...status,
      lastRelease: lastReleaseOf(status.id) ?? null,
    }));
    return `${JSON.stringify({ at, features }, null, 2)}\n`;
  },
};
