import type { JsonValue } from '@smart-city/context';

/** Metadata of NGSIv1. */
export interface ContextMetadata {
  readonly name: string;
  /** '' when there is none. */
  readonly type: string;
  /** Absent when the client gave none: it is then echoed, and not stored. */
  readonly value?: JsonValue;
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
  /** As it was sent; '' when it was not. */
  readonly isPattern: string;
  readonly attributes: readonly ContextAttribute[];
}

/** Whether `id` is a pattern. */
export const namesPattern = ({ isPattern }: Pick<ContextElement, 'isPattern'>): boolean =>
  isPattern === 'true' || isPattern === '1';
