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
  it.each([[['--at']], [['--at', 'new']], [['--what']]])('refuses %j with exit code 2', (args) => {
    expect(featuresCommand(args, '3.12.0')).toMatchObject({ exitCode: 2, stdout: '' });
  });
});
