import { featuresCommand } from './features.command';

describe('context-broker features', () => {
  it('prints states at the compat version, or at the one asked for', () => {
    expect(featuresCommand([], '3.12.0').stdout).toMatch(/^Deprecated and removed features at 3.12.0\n/);
    const { features } = JSON.parse(featuresCommand(['--json', '--at', '3.9.0'], '3.12.0').stdout) as {
      features: { id: string; state: string }[];
    };
    expect(features.find(({ id }) => id === 'oldDatabaseParameters')?.state).toBe('supported');
    expect(features.find(({ id }) => id === 'ngsiv1')?.state).toBe('deprecated');
  });
  it('says where the last release with a feature is to be had', () => {
    expect(featuresCommand([], '4.0.0').stdout).toContain(
      'to be had as:  branch release/0.28.0 (tag 0.28.0), container image, documentation hosted by version\n',
    );
    const { features } = JSON.parse(featuresCommand(['--json'], '4.0.0').stdout) as {
      features: { lastVersion: string; lastRelease: object | null }[];
    };
    expect(features.find(({ lastVersion }) => lastVersion === '0.28.0')?.lastRelease).toEqual({
      tag: '0.28.0',
      branch: 'release/0.28.0',
      documentation: { kind: 'hosted' },
      hasImage: true,
    });
    expect(features.find(({ lastVersion }) => lastVersion === 'not yet defined')?.lastRelease).toBeNull();
  });
  it.each([[['--at']], [['--at', 'new']], [['--what']]])('refuses %j with exit code 2', (args) => {
    expect(featuresCommand(args, '3.12.0')).toMatchObject({ exitCode: 2, stdout: '' });
  });
});
