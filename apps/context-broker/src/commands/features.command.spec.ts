import { runSubcommand } from '@smart-city/service';
import { featuresCommand } from './features.command';

const features = (args: readonly string[], version = '3.12.0') =>
  runSubcommand(featuresCommand, args, { env: { ORION_COMPAT_VERSION: version } });

describe('context-broker features', () => {
  it('prints states at the compat version, or at the one asked for', async () => {
    expect((await features([])).stdout).toMatch(/^Deprecated and removed features at 3.12.0\n/);
    const { features: all } = JSON.parse((await features(['--json', '--at', '3.9.0'])).stdout) as {
      features: { id: string; state: string }[];
    };
    expect(all.find(({ id }) => id === 'oldDatabaseParameters')?.state).toBe('supported');
    expect(all.find(({ id }) => id === 'ngsiv1')?.state).toBe('deprecated');
  });
  it('says where the last release with a feature is to be had', async () => {
    expect((await features([], '4.0.0')).stdout).toContain(
      'to be had as:  branch release/0.28.0 (tag 0.28.0), container image, documentation hosted by version\n',
    );
    const { features: all } = JSON.parse((await features(['--json'], '4.0.0')).stdout) as {
      features: { lastVersion: string; lastRelease: object | null }[];
    };
    expect(all.find(({ lastVersion }) => lastVersion === '0.28.0')?.lastRelease).toEqual({
      tag: '0.28.0',
      branch: 'release/0.28.0',
      documentation: { kind: 'hosted' },
      hasImage: true,
    });
    expect(all.find(({ lastVersion }) => lastVersion === 'not yet defined')?.lastRelease).toBeNull();
  });
  it.each([[['--at']], [['--at', 'new']], [['--what']]])('refuses %j with exit code 2', async (args) => {
    expect(await features(args)).toMatchObject({ exitCode: 2, stdout: '' });
  });
});
