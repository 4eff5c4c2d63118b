/**
 * The tree of `q` and `mq`: a list of conditions, all of which must hold. In NGSIv2 each is a statement; the extended
 * language has alternatives and negations of whole lists, too.
 * Three compilers read it: MongoDB filter, SQL, in-memory predicate.
 */
export type SimpleQuery = readonly Condition[];

export type Condition = Statement | Alternatives | Negation;

/** At least one of the branches holds. */
export interface Alternatives {
  readonly kind: 'or';
  readonly branches: readonly SimpleQuery[];
}

/** The query does not hold, be it that what it names is not there. */
export interface Negation {
  readonly kind: 'not';
  readonly query: SimpleQuery;
}

export type ComparisonOperator = '==' | '!=' | '>' | '<' | '>=' | '<=' | '~=';

/** A literal of the right side. A date is held as seconds since the epoch. */
export type QueryLiteral =
  | { readonly kind: 'string'; readonly value: string }
  | { readonly kind: 'number'; readonly value: number }
  | { readonly kind: 'date'; readonly value: number }
  | { readonly kind: 'boolean'; readonly value: boolean }
  | { readonly kind: 'null' };

export type Operand =
  | QueryLiteral
  | { readonly kind: 'list'; readonly items: readonly QueryLiteral[] }
  | { readonly kind: 'range'; readonly from: QueryLiteral; readonly to: QueryLiteral }
  | { readonly kind: 'regex'; readonly source: string; readonly ignoreCase?: true }
  /** One of these texts, in any letter case. */
  | { readonly kind: 'anyCase'; readonly texts: readonly string[] };

/** Operands that text is matched with. */
export type TextOperand = Extract<Operand, { readonly kind: 'regex' | 'anyCase' }>;

/**
 * What the left side names.
 * `q`: an attribute value, or something inside it (`path`), or a builtin of the entity.
 * `mq`: a metadata value of an attribute, or something inside it, or a builtin of the attribute.
 */
export type QueryTarget =
  | { readonly kind: 'attribute'; readonly name: string; readonly path: readonly string[] }
  | { readonly kind: 'entityBuiltin'; readonly name: 'dateCreated' | 'dateModified' | 'servicePath' }
  | {
      readonly kind: 'metadata';
      readonly attribute: string;
      readonly name: string;
      readonly path: readonly string[];
    }
  | {
      readonly kind: 'attributeBuiltin';
      readonly attribute: string;
      readonly name: 'dateCreated' | 'dateModified';
    };

export type Statement =
  | { readonly kind: 'exists' | 'notExists'; readonly target: QueryTarget }
  | {
      readonly kind: 'compare';
      readonly target: QueryTarget;
      readonly operator: ComparisonOperator;
      readonly operand: Operand;
    };
