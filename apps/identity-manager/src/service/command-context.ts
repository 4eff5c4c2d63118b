import type { Options } from '../cli/options';
import type { Logger } from './logger';

/** What a subcommand works with: the settings as they were read, where they came from, and the log. */
export interface CommandContext {
  readonly options: Options;
  readonly env: NodeJS.ProcessEnv;
  readonly log: Logger;
}
