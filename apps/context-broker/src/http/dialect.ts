import type { NgsiError } from '@smart-city/context';
import type { Answer } from './answer';
import type { NgsiRequest } from './ngsi-request';

/** An interface beside NGSIv2, below path prefixes of its own, that tells faults in its own way. */
export interface Dialect {
  /** First components of its paths, in lower case. */
  readonly prefixes: readonly string[];
  /** A URL parameter without a value counts as absent, and not as a fault. */
  readonly ignoresEmptyParameters: boolean;
  /**
   * The answer of a fault found before the operation itself, an unknown path included.
   *
   * @param headers  header fields of the answer, as name, value, name, value …
   */
  faultAnswer(request: NgsiRequest, error: NgsiError, headers: readonly string[]): Answer;
  /** Takes note of every request below its prefixes, refused or not. */
  answered(request: NgsiRequest, answer: Answer): void;
}
