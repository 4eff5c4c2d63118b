export type Environment = Readonly<Record<string, string | undefined>>;

/** What a broker started in the place of a subcommand would read. */
export interface Deployment {
  /** The parameters before the subcommand. */
  readonly argv: readonly string[];
  readonly env: Environment;
}
