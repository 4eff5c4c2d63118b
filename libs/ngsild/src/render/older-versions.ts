import type { AttributeKind } from '@smart-city/context';

/** Kinds with the minor version of the specification that knows them first, and what they are to older readers. */
const NEWER_KINDS: readonly (readonly [AttributeKind, minor: number, AttributeKind])[] = [
  ['LanguageProperty', 4, 'Property'],
  ['VocabProperty', 8, 'Property'],
  ['JsonProperty', 8, 'Property'],
  ['ListProperty', 8, 'Property'],
  ['ListRelationship', 8, 'Relationship'],
];

/** Shows kinds that readers of an older version do not know as others, and notes whether it had to (GS CIM 009 §4.3.6.8). */
export class OlderKinds {
  /** Something was shown as another kind. */
  hasAltered = false;
  private readonly others: ReadonlyMap<AttributeKind, AttributeKind>;

  /** @param minor  readers know the version 1.minor */
  constructor(minor: number) {
    const unknown = NEWER_KINDS.filter(([, since]) => minor < since);
    this.others = new Map(unknown.map(([kind, , other]) => [kind, other]));
  }

  /** Returns the kind that is shown. */
  of(kind: AttributeKind): AttributeKind {
    const other = this.others.get(kind);
    if (other === undefined) return kind;
    this.hasAltered = true;
    return other;
  }
}
