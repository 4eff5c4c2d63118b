/** What is wrong with the command line or the environment: one sentence per fault, each naming its option. */
export class OptionError extends Error {
  override readonly name = 'OptionError';

  constructor(readonly faults: readonly string[]) {
    super(faults.join('\n'));
  }
}
