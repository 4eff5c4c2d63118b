import type { JsonValue } from '@smart-city/context';

export type BinaryOperator =
  '&&' | '||' | '==' | '!=' | '>=' | '<=' | '>' | '<' | 'in' | '+' | '-' | '*' | '//' | '/' | '%' | '^';

/** A relative filter: `list[.name op operand]` keeps the objects of a list for which the comparison holds. */
export interface JexlFilter {
  readonly name: string;
  readonly operator: BinaryOperator;
  readonly operand: JexlNode;
}

/** The tree of one expression. Names are looked up in the context when it is evaluated. */
export type JexlNode =
  | { readonly kind: 'literal'; readonly value: JsonValue }
  | { readonly kind: 'identifier'; readonly name: string }
  | { readonly kind: 'array'; readonly items: readonly JexlNode[] }
  | { readonly kind: 'object'; readonly members: readonly (readonly [key: string, value: JexlNode])[] }
  | { readonly kind: 'member'; readonly subject: JexlNode; readonly name: string }
  | { readonly kind: 'index'; readonly subject: JexlNode; readonly index: JexlNode }
  | { readonly kind: 'filter'; readonly subject: JexlNode; readonly filter: JexlFilter }
  | {
      readonly kind: 'binary';
      readonly operator: BinaryOperator;
      readonly left: JexlNode;
      readonly right: JexlNode;
    }
  | {
      readonly kind: 'conditional';
      readonly test: JexlNode;
      readonly then: JexlNode;
      readonly otherwise: JexlNode;
    }
  | {
      readonly kind: 'transform';
      readonly name: string;
      readonly subject: JexlNode;
      readonly args: readonly JexlNode[];
    };

/** An expression that cannot be parsed or evaluated. Never reaches a client: the result is then null. */
export class JexlError extends Error {
  override readonly name = 'JexlError';
}

/** Bounds that keep a hostile expression from taking the process with it. */
export const JEXL_LIMITS = {
  /** Characters of one expression. */
  textLength: 65_536,
  /** Nodes of one tree, and so evaluation steps (there are no loops in the language). */
  nodes: 5_000,
  /** Height of one tree. */
  depth: 400,
  /** Characters of a rendered result, the default limit of an outgoing message. */
  resultSize: 8_388_608,
} as const;
