import { isJsonObject, type JsonObject, type JsonValue } from '@smart-city/context';
import { badRequestData } from '../ngsild-fault';
import { CORE_PREFIXES, isCoreTerm } from './core-terms';

/** One term of a context. */
export interface Term {
  readonly iri: string;
  /** True when `term:name` stands for the IRI followed by the name. */
  readonly isPrefix: boolean;
}

/** One context object, with the address it was fetched from. */
export interface ContextPart {
  readonly definitions: JsonObject;
  readonly base?: string;
}

/** Most terms that one compiled context may define. */
export const MAX_CONTEXT_TERMS = 50_000;

const ENDS_AS_PREFIX = /[:/?#[\]@]$/;
const ABSOLUTE_IRI = /^[A-Za-z][A-Za-z0-9+.-]*:/;
const KEYWORD = /^@[A-Za-z]+$/;

/** Keywords that a context may hold beside its terms and that change nothing here. */
const IGNORED_KEYWORDS = new Set([
  '@base',
  '@language',
  '@direction',
  '@version',
  '@protected',
  '@propagate',
]);

const invalid = (detail: string) => badRequestData('Invalid @context', detail);

/**
 * Terms and `@vocab` of contexts that are read one after another, as JSON-LD 1.1 does (Context Processing Algorithm), for
 * the subset that NGSI-LD needs: simple and expanded term definitions, prefixes and `@vocab`. Terms of the core context
 * cannot be redefined, and aliases of keywords are not kept.
 */
export class TermDefinitions {
  readonly terms = new Map<string, Term>();
  vocab: string | undefined;

  private local: JsonObject = new Map();
  /** Terms of the local context: false while they are being defined. */
  private readonly defined = new Map<string, boolean>();

  /** @throws BadRequestData  a definition that cannot be read, or one of the parts of JSON-LD that NGSI-LD leaves out */
  add({ definitions, base }: ContextPart): void {
    this.local = definitions;
    this.defined.clear();
    for (const keyword of definitions.keys())
      if (keyword.startsWith('@')) this.checkKeyword(keyword, definitions);
    if (definitions.has('@vocab')) this.vocab = this.readVocab(definitions.get('@vocab') ?? null, base);
    for (const term of definitions.keys()) if (!KEYWORD.test(term)) this.define(term);
    if (this.terms.size > MAX_CONTEXT_TERMS)
      throw invalid(`A context may define at most ${MAX_CONTEXT_TERMS} terms`);
  }

  private checkKeyword(keyword: string, definitions: JsonObject): void {
    if (keyword === '@context') throw invalid('A context inside a context is not supported');
    if (keyword === '@import') throw invalid('@import is not supported');
    if (keyword === '@version' && definitions.get(keyword) !== 1.1) throw invalid('@version must be 1.1');
    if (keyword !== '@vocab' && !IGNORED_KEYWORDS.has(keyword) && KEYWORD.test(keyword))
      throw invalid(`${keyword} is not a member of a context`);
  }

  private readVocab(vocab: JsonValue, base: string | undefined): string | undefined {
    if (vocab === null) return undefined;
    if (typeof vocab !== 'string') throw invalid('@vocab must be a string');
    if (vocab === '') return base;
    const iri = this.expand(vocab);
    if (iri === undefined) throw invalid(`@vocab is not an IRI: ${vocab}`);
    return iri;
  }

  private define(term: string): void {
    const state = this.defined.get(term);
    if (state === true || isCoreTerm(term)) return;
    if (state === false) throw invalid(`The definition of the term ${term} leads back to itself`);
    if (term === '') throw invalid('A term must not be empty');
    this.defined.set(term, false);
    const definition = this.local.get(term) ?? null;
    this.terms.delete(term);
    const read = this.readDefinition(term, definition);
    if (read !== undefined) this.terms.set(term, read);
    this.defined.set(term, true);
  }

  private readDefinition(term: string, definition: JsonValue): Term | undefined {
    if (definition === null) return undefined;
    if (typeof definition === 'string') return this.termOf(term, definition, undefined);
    if (!isJsonObject(definition)) throw invalid(`The term ${term} must be a string or an object`);
    if (definition.has('@context')) throw invalid(`The term ${term} has a context of its own`);
    if (definition.has('@reverse')) return undefined;
    const id = definition.has('@id') ? (definition.get('@id') ?? null) : term;
    if (id === null) return undefined;
    if (typeof id !== 'string') throw invalid(`The @id of the term ${term} must be a string`);
    return this.termOf(term, id, definition.get('@prefix') === true);
  }

  /** @param prefix  `@prefix` of an expanded definition; absent for a simple one, whose IRI tells */
  private termOf(term: string, id: string, prefix: boolean | undefined): Term | undefined {
    if (KEYWORD.test(id)) return undefined;
    const iri = id === term ? this.ownIri(term) : this.expand(id);
    if (iri === undefined) throw invalid(`The term ${term} does not lead to an IRI: ${id}`);
    const isPrefix = prefix ?? (!/[:/]/.test(term) && ENDS_AS_PREFIX.test(iri));
    return { iri, isPrefix };
  }

  /** Returns the IRI of a term that names itself: that of its prefix, or of the vocabulary. */
  private ownIri(term: string): string | undefined {
    if (term.includes(':')) return this.expandCompact(term);
    return this.vocab === undefined ? undefined : this.vocab + term;
  }

  private expand(value: string): string | undefined {
    if (this.local.has(value)) this.define(value);
    const known = this.terms.get(value);
    if (known !== undefined) return known.iri;
    if (value.includes(':')) return this.expandCompact(value);
    return this.vocab === undefined ? undefined : this.vocab + value;
  }

  private expandCompact(value: string): string | undefined {
    const colon = value.indexOf(':');
    const [prefix, suffix] = [value.slice(0, colon), value.slice(colon + 1)];
    if (prefix !== '' && !suffix.startsWith('//')) {
      if (this.local.has(prefix)) this.define(prefix);
      const iri = CORE_PREFIXES.get(prefix) ?? this.prefixIri(prefix);
      if (iri !== undefined) return iri + suffix;
    }
    return ABSOLUTE_IRI.test(value) ? value : undefined;
  }

  private prefixIri(prefix: string): string | undefined {
    const term = this.terms.get(prefix);
    return term?.isPrefix === true ? term.iri : undefined;
  }
}
