import { OptionError } from '@smart-city/options';
import { BadUsage, CommandFailed } from './command-error';
import { printed, runSubcommand, type Subcommand } from './subcommand';

const ends = (run: Subcommand<string>['run'], args: readonly string[] = []) =>
  runSubcommand({ usage: 'usage: program work [--to <folder>]', run }, args, 'context');

const fails = (error: Error) =>
  ends(() => {
    throw error;
  });

describe('a subcommand', () => {
  it('prints what it says when all is done, or ends as it wants', async () => {
    const args = ['--to', 'x'];
    expect(await ends((given, context) => `${given.join(' ')} ${context}\n`, args)).toEqual(
      printed('--to x context\n'),
    );
    expect(await ends(async () => printed('found something\n', 1))).toEqual(printed('found something\n', 1));
  });

  it.each([['-h'], ['--to', 'x', '--help']])('says its usage when it is asked: %j', async (...args) => {
    expect(await ends(() => 'done', args)).toEqual(printed('usage: program work [--to <folder>]\n'));
  });

  it('leaves what follows -- alone', async () => {
    expect(await ends(() => 'done', ['--', '--help'])).toEqual(printed('done'));
  });

  it.each([new BadUsage('--to is missing'), new OptionError(['--to is missing'])])(
    'says below its usage what is wrong with a call, and ends with 2: %p',
    async (error) => {
      const stderr = 'usage: program work [--to <folder>]\n--to is missing\n';
      expect(await fails(error)).toEqual({ exitCode: 2, stdout: '', stderr });
    },
  );

  it('says in one line what it cannot do, and ends with 1', async () => {
    expect(await fails(new CommandFailed('nobody answers'))).toEqual({
      exitCode: 1,
      stdout: '',
      stderr: 'nobody answers\n',
    });
  });

  it('leaves other faults to the program', async () => {
    await expect(fails(new TypeError('x'))).rejects.toThrow(TypeError);
  });
});
