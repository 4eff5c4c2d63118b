/**
 * How the text of one option becomes a value.
 * - `boolean`: a bare flag on the command line; `TRUE`/`FALSE` in the environment
 * - `integer`, `number`: within `min` and `max`
 * - `choice`: one of `choices`
 * - `list`: comma separated
 * - `url`: http or https, without trailing slash
 * - `text`: as it is
 */
export type OptionKind = 'boolean' | 'integer' | 'number' | 'text' | 'choice' | 'list' | 'url';

/** One row of an option table: the only place that says what an option is. Help, docs and parsing read it. */
export interface OptionRecord {
  /** Member of the typed options object. */
  readonly name: string;
  /** Command-line spelling with its dash (`-port`). Absent: environment only. */
  readonly flag?: string;
  /** Environment variable, whole (`ORION_PORT`). Absent: command line only. */
  readonly env?: string;
  readonly kind: OptionKind;
  /** Absent: the value is undefined when nobody sets it (booleans: false). */
  readonly default?: boolean | number | string | readonly string[] | undefined;
  readonly choices?: readonly string[];
  readonly min?: number;
  readonly max?: number;
  /** Never shown in logs; `<env>_FILE` may name a file that holds it. */
  readonly secret?: boolean;
  /** One sentence without final stop. The unit of a number is part of it. */
  readonly description: string;
  /** What the short usage says in the place of the description, where an original's words are to be kept. */
  readonly usage?: string;
  /** Left out of the short usage. */
  readonly extended?: boolean;
  /** Left out of usage and docs. */
  readonly hidden?: boolean;
  /** Feature name in the deprecation records that covers this option. */
  readonly deprecation?: string;
  /** Accepted for compatibility; says why it changes nothing here. */
  readonly noEffect?: string;
}

type Scalar<R extends OptionRecord> = R['kind'] extends 'boolean'
  ? boolean
  : R['kind'] extends 'integer' | 'number'
    ? number
    : R['kind'] extends 'list'
      ? readonly string[]
      : R extends { choices: readonly (infer C)[] }
        ? C
        : string;

type Value<R extends OptionRecord> = R extends
  { kind: 'boolean' } | { default: boolean | number | string | readonly string[] }
  ? Scalar<R>
  : Scalar<R> | undefined;

/** The typed object of a table declared `as const satisfies readonly OptionRecord[]`. */
export type OptionsOf<T extends readonly OptionRecord[]> = {
  readonly [R in T[number] as R['name']]: Value<R>;
};

/** Where a value came from. */
export type OptionSource = 'flag' | 'env' | 'default';
