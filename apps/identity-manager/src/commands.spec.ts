import { asksForHelp } from '@smart-city/service';
import { commands, usage } from './commands';

/** Whatever is missing here is missing in the list of commands, or the other way round. */
const NAMES = ['import-keyrock', 'backup', 'restore', 'copy', 'reset-password', 'health'];

describe('a subcommand', () => {
  it('is one of these', () => {
    expect(Object.keys(commands).sort()).toEqual([...NAMES].sort());
  });

  it.each(NAMES)('%s is asked for help with either flag, and tells of itself alone', (name) => {
    for (const flag of ['-h', '--help']) expect(asksForHelp([name, flag])).toBe(true);
    expect(commands[name]?.usage.match(/identity-manager \S+/g)).toEqual([`identity-manager ${name}`]);
    expect(usage).toContain(`identity-manager ${name}`);
  });
});
