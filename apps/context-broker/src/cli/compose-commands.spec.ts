import { readBrokerOptions } from './options';

/** `command` of the broker in the compose files of the FIWARE tutorials and of Orion's own repository: store, and what is logged. */
const COMMANDS: readonly (readonly [command: string, dbUri: string, deprecated: readonly string[]])[] = [
  ['-dbhost mongodb', 'mongodb://mongodb/', ['-dbhost']],
  ['-dbhost mongo-db -logLevel DEBUG', 'mongodb://mongo-db/', ['-dbhost']],
  ['-dbhost mongo-db -logLevel DEBUG -noCache', 'mongodb://mongo-db/', ['-dbhost']],
  ['-dbURI mongodb://mongo-db -logLevel DEBUG', 'mongodb://mongo-db', []],
  ['-dbURI mongodb://mongo-db -logLevel DEBUG -noCache', 'mongodb://mongo-db', []],
  ['-fg -multiservice -disableFileLog -dbhost mongo', 'mongodb://mongo/', ['-dbhost']],
];

const read = (command: string) => readBrokerOptions(command.split(' '), {});

describe('commands of compose files', () => {
  it.each(COMMANDS)('%s', (command, dbUri, deprecated) => {
    const { options, warnings } = read(command);
    expect(options.dbUri).toBe(dbUri);
    // Each once, and nothing else.
    expect(warnings.filter((line) => line.includes('is deprecated'))).toHaveLength(deprecated.length);
    for (const flag of deprecated)
      expect(warnings.filter((line) => line.includes(`'${flag}'`))).toHaveLength(1);
  });

  it('a parameter of Orion-LD is told by name', () => {
    expect(() => read('-dbhost mongo-db -logLevel DEBUG -forwarding')).toThrow(/-forwarding/);
  });
});
