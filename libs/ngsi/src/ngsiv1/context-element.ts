import type { JsonValue } from '../json/json-value';

/** Metadata of NGSIv1. */
export interface ContextMetadata {
  readonly name: string;
  readonly type: string;
  readonly value: JsonValue;
}

/** An attribute as an NGSIv1 client sent it, or as it is shown. */
export interface ContextAttribute {
  readonly name: string;
  /** '' when there is none. */
  readonly type: string;
  /** Absent when the client gave none. */
  readonly value?: JsonValue;
  readonly metadatas: readonly ContextMetadata[];
}

export interface ContextElement {
  readonly id: string;
  /** '' when there is none. */
  readonly type: string;
  readonly isPattern: boolean;
  readonly attributes: readonly ContextAttribute[];
}
