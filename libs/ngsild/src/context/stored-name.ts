import { CORE_TERMS, DEFAULT_PREFIX, isCoreTerm } from './core-terms';

const CORE_TERM_OF_IRI: ReadonlyMap<string, string> = new Map(
  [...CORE_TERMS].map(([term, iri]) => [iri, term]),
);

/**
 * Returns the name under which the stores keep what an IRI names. Terms of the core context and of the default context are
 * kept short, so that an NGSIv2 client uses the same attribute; every other name is its IRI. The mapping has an inverse:
 * {@link iriOfStoredName}.
 */
export function storedNameOfIri(iri: string): string {
  if (iri.startsWith(DEFAULT_PREFIX)) {
    const name = iri.slice(DEFAULT_PREFIX.length);
    return name !== '' && !name.includes(':') && !isCoreTerm(name) ? name : iri;
  }
  return CORE_TERM_OF_IRI.get(iri) ?? iri;
}

/** Returns the full IRI of a stored name. Answers of errors and of partial success show names in this form. */
export function iriOfStoredName(name: string): string {
  return name.includes(':') ? name : (CORE_TERMS.get(name) ?? DEFAULT_PREFIX + name);
}
