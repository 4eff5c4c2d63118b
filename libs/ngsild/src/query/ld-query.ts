/**
 * The tree of `q` (GS CIM 009 §4.9). It is plain data: names are expanded, texts are read, and it travels between threads.
 * The in-memory predicate and the compilers of both stores read it.
 */
export type LdQuery = LdGroup | LdNegation | LdExistence | LdComparison | LdLinked | LdNever;

/** All of the parts hold, or at least one of them. */
export interface LdGroup {
  readonly kind: 'and' | 'or';
  readonly parts: readonly LdQuery[];
}

/** The part does not hold, be it that what it names is not there. */
export interface LdNegation {
  readonly kind: 'not';
  readonly part: LdQuery;
}

/** The part that the path names is there. */
export interface LdExistence {
  readonly kind: 'exists';
  readonly path: LdPath;
}

export interface LdComparison {
  readonly kind: 'compare';
  readonly path: LdPath;
  readonly operator: LdOperator;
  readonly operand: LdOperand;
}

/** Some entity that a Relationship leads to fulfils a query of its own. It is resolved before a store is asked. */
export interface LdLinked {
  readonly kind: 'linked';
  /** Expanded name of the Relationship. */
  readonly relationship: string;
  /** Expanded type that the linked entity must have. */
  readonly type?: string;
  readonly query: LdQuery;
}

/** No entity holds it: a linked query that no entity fulfils. */
export interface LdNever {
  readonly kind: 'never';
}

export type LdOperator = '==' | '!=' | '>' | '>=' | '<' | '<=' | '~=' | '!~=';

export type LdOrderOperator = '>' | '>=' | '<' | '<=';

/** Times that the broker keeps of an entity. */
export type LdEntityTime = 'createdAt' | 'modifiedAt' | 'expiresAt';

/** Members of an attribute instance that are no sub-attributes. */
export type LdInstanceMember = LdEntityTime | 'observedAt' | 'unitCode' | 'datasetId';

/** Part of an entity that the left side names. */
export type LdPath =
  | { readonly of: 'entity'; readonly time: LdEntityTime }
  | {
      readonly of: 'attribute';
      /** Expanded name. */
      readonly name: string;
      /** Expanded names of sub-attributes, from the attribute down. */
      readonly subs: readonly string[];
      /** A member of the instance that is reached instead of its value. */
      readonly member?: LdInstanceMember;
      /** Keys into an object value, or the tag of a language map: the part in brackets. */
      readonly inside: readonly string[];
    };

/** A literal of the right side. */
export type LdLiteral =
  | { readonly kind: 'number'; readonly value: number }
  | { readonly kind: 'boolean'; readonly value: boolean }
  /** A text in quotes, or a URI. A VocabProperty is compared with the expanded form, too. */
  | { readonly kind: 'text'; readonly value: string; readonly expanded: string }
  /** Seconds since the epoch. */
  | { readonly kind: 'dateTime'; readonly value: number }
  /** `YYYY-MM-DD`. */
  | { readonly kind: 'date'; readonly value: string }
  /** `hh:mm:ss[.ffffff]Z`. */
  | { readonly kind: 'time'; readonly value: string };

export type LdOperand =
  | LdLiteral
  | { readonly kind: 'list'; readonly items: readonly LdLiteral[] }
  | { readonly kind: 'range'; readonly from: LdLiteral; readonly to: LdLiteral }
  | { readonly kind: 'pattern'; readonly source: string };

/** Whether a query asks of more than the broker's own times: only then does it count against the rule of wide queries. */
export function asksOfAttributes(query: LdQuery): boolean {
  switch (query.kind) {
    case 'and':
    case 'or':
      return query.parts.some(asksOfAttributes);
    case 'not':
      return asksOfAttributes(query.part);
    case 'linked':
      return true;
    case 'never':
      return false;
    default:
      return query.path.of === 'attribute';
  }
}

/** How many levels of linked entities a query reaches into. */
export function linkedLevels(query: LdQuery): number {
  switch (query.kind) {
    case 'and':
    case 'or':
      return Math.max(0, ...query.parts.map(linkedLevels));
    case 'not':
      return linkedLevels(query.part);
    case 'linked':
      return 1 + linkedLevels(query.query);
    default:
      return 0;
  }
}
