import { CORE_PREFIXES, isCoreTerm } from './core-terms';
import { iriOfStoredName, storedNameOfIri } from './stored-name';
import { TermDefinitions, type ContextPart, type Term } from './term-definitions';

/** Most names that one context remembers in each direction. */
const MAX_REMEMBERED = 10_000;

/**
 * Compiled context: turns names of a request into stored names, and back (GS CIM 009 §5.5.7). The core context wins over what
 * it was made of. Stored names are explained at {@link storedNameOfIri}.
 */
export class LdContext {
  private readonly terms: ReadonlyMap<string, Term>;
  private readonly vocab: string | undefined;
  private readonly expanded = new Map<string, string>();
  private readonly compacted = new Map<string, string>();
  private inverse: ReadonlyMap<string, string> | undefined;
  private prefixes: readonly (readonly [prefix: string, iri: string])[] | undefined;

  /**
   * @param parts  contexts in their order; later ones win
   * @throws BadRequestData  one of them cannot be read
   */
  constructor(parts: readonly ContextPart[]) {
    const definitions = new TermDefinitions();
    for (const part of parts) definitions.add(part);
    this.terms = definitions.terms;
    this.vocab = definitions.vocab;
  }

  /** Returns the stored name of a name of a request: a term, a prefixed name or an IRI. */
  expandName(name: string): string {
    const known = this.expanded.get(name);
    if (known !== undefined) return known;
    const stored = this.findStoredName(name);
    if (this.expanded.size < MAX_REMEMBERED) this.expanded.set(name, stored);
    return stored;
  }

  /** Returns the name that an answer shows for a stored name: the shortest that {@link expandName} takes back to it. */
  compactName(stored: string): string {
    const known = this.compacted.get(stored);
    if (known !== undefined) return known;
    const name = this.findShownName(stored);
    if (this.compacted.size < MAX_REMEMBERED) this.compacted.set(stored, name);
    return name;
  }

  private findStoredName(name: string): string {
    if (isCoreTerm(name)) return name;
    const term = this.terms.get(name);
    if (term !== undefined) return storedNameOfIri(term.iri);
    const colon = name.indexOf(':');
    if (colon === -1) return this.vocab === undefined ? name : storedNameOfIri(this.vocab + name);
    const suffix = name.slice(colon + 1);
    if (suffix.startsWith('//')) return storedNameOfIri(name);
    const prefix = this.prefixIri(name.slice(0, colon));
    return storedNameOfIri(prefix === undefined ? name : prefix + suffix);
  }

  private prefixIri(prefix: string): string | undefined {
    const term = this.terms.get(prefix);
    return CORE_PREFIXES.get(prefix) ?? (term?.isPrefix === true ? term.iri : undefined);
  }

  private findShownName(stored: string): string {
    if (isCoreTerm(stored)) return stored;
    this.inverse ??= invert(this.terms);
    const term = this.inverse.get(stored);
    if (term !== undefined) return term;
    if (!stored.includes(':') && this.findStoredName(stored) === stored) return stored;
    const iri = iriOfStoredName(stored);
    return this.nameInVocabulary(iri) ?? this.prefixedName(iri) ?? iri;
  }

  private nameInVocabulary(iri: string): string | undefined {
    if (this.vocab === undefined || !iri.startsWith(this.vocab)) return undefined;
    const name = iri.slice(this.vocab.length);
    const isFree = name !== '' && !name.includes(':') && !isCoreTerm(name) && !this.terms.has(name);
    return isFree ? name : undefined;
  }

  private prefixedName(iri: string): string | undefined {
    this.prefixes ??= [...this.terms].flatMap(([name, term]) =>
      term.isPrefix ? [[name, term.iri] as const] : [],
    );
    let best: string | undefined;
    for (const [prefix, start] of this.prefixes) {
      if (!iri.startsWith(start) || iri.length === start.length) continue;
      const suffix = iri.slice(start.length);
      const name = `${prefix}:${suffix}`;
      const isFree = !suffix.startsWith('//') && !this.terms.has(name);
      if (isFree && (best === undefined || isShorter(name, best))) best = name;
    }
    return best;
  }
}

/** The context of requests that name none. */
export const CORE_CONTEXT = new LdContext([]);

const isShorter = (name: string, other: string) =>
  name.length === other.length ? name < other : name.length < other.length;

/** The shortest of several terms for one IRI is shown; of equally short ones the first in the order of code units. */
function invert(terms: ReadonlyMap<string, Term>): ReadonlyMap<string, string> {
  const inverse = new Map<string, string>();
  for (const [term, { iri }] of terms) {
    const stored = storedNameOfIri(iri);
    const other = inverse.get(stored);
    if (other === undefined || isShorter(term, other)) inverse.set(stored, term);
  }
  return inverse;
}
