import { isJsonArray, isJsonObject, type JsonObject, type JsonValue } from '@smart-city/context';
import { badRequestData } from '../ngsild-fault';
import { CORE_CONTEXT_URL, isCoreContextUrl } from './core-context';
import type { ContextPart } from './term-definitions';

/**
 * Loads the document behind the absolute URL of a context.
 *
 * @returns the value of its `@context` member
 * @throws LdContextNotAvailable  nothing answers
 * @throws BadRequestData  the answer is no context
 */
export type ContextLoader = (url: string) => Promise<JsonValue>;

/** Most documents that one context may lead to. */
const MAX_DOCUMENTS = 50;

/** How deep documents may name further documents. */
const MAX_DEPTH = 8;

/** Most entries of one array of contexts. */
const MAX_ENTRIES = 100;

const invalid = (detail: string) => badRequestData('Invalid @context', detail);

/**
 * Resolves a context to the objects it consists of, in their order. The core context is left out wherever it stands, since it
 * always wins.
 *
 * @throws BadRequestData  it is no context, leads back to itself, or to more than the bounds allow
 * @throws what the loader throws
 */
export async function resolveContext(
  context: JsonValue,
  load: ContextLoader,
): Promise<readonly ContextPart[]> {
  const parts: ContextPart[] = [];
  await new Resolution(load, parts).add(context, undefined, []);
  return parts;
}

class Resolution {
  private documents = 0;

  constructor(
    private readonly load: ContextLoader,
    private readonly parts: ContextPart[],
  ) {}

  async add(context: JsonValue, base: string | undefined, path: readonly string[]): Promise<void> {
    if (typeof context === 'string') return this.addDocument(context, base, path);
    if (isJsonObject(context)) {
      this.parts.push(base === undefined ? { definitions: context } : { definitions: context, base });
      return;
    }
    if (!isJsonArray(context)) throw invalid('A context is a URL, an object, or an array of both');
    if (context.length > MAX_ENTRIES)
      throw invalid(`An array of contexts has at most ${MAX_ENTRIES} entries`);
    for (const entry of context) {
      if (isJsonArray(entry)) throw invalid('An array of contexts must not hold an array');
      await this.add(entry, base, path);
    }
  }

  private async addDocument(
    reference: string,
    base: string | undefined,
    path: readonly string[],
  ): Promise<void> {
    const url = absoluteUrl(reference, base);
    if (isCoreContextUrl(url)) return;
    if (path.includes(url)) throw invalid(`The context ${url} leads back to itself`);
    if (path.length >= MAX_DEPTH) throw invalid(`Contexts lead to further contexts deeper than ${MAX_DEPTH}`);
    if ((this.documents += 1) > MAX_DOCUMENTS)
      throw invalid(`A context leads to more than ${MAX_DOCUMENTS} documents`);
    await this.add(await this.load(url), url, [...path, url]);
  }
}

function absoluteUrl(reference: string, base: string | undefined): string {
  const url = URL.canParse(reference, base) ? new URL(reference, base) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol))
    throw invalid(`The address of a context must be an http or https URL: ${reference}`);
  // An address that is already whole is kept as it was written: answers repeat it.
  return URL.canParse(reference) ? reference : url.href;
}

const isCore = (context: JsonValue) => typeof context === 'string' && isCoreContextUrl(context);

/**
 * Returns the `@context` that answers show: the one given, with the core context after it where it is not among it (GS CIM 009
 * §6.3.5).
 *
 * @param context  undefined for a request without one
 */
export function contextWithCore(context: JsonValue | undefined): JsonValue {
  if (context === undefined || isCore(context)) return context ?? CORE_CONTEXT_URL;
  if (isJsonArray(context)) {
    if (context.some(isCore)) return context;
    return context.length === 0 ? CORE_CONTEXT_URL : [...context, CORE_CONTEXT_URL];
  }
  return [context, CORE_CONTEXT_URL];
}

/** Reads the `@context` member of a document. */
export function contextOfDocument(document: JsonValue, url: string): JsonValue {
  const context = isJsonObject(document) ? document.get('@context') : undefined;
  if (context === undefined || context === null) throw invalid(`The document at ${url} has no @context`);
  return context;
}

/** Members of a document that holds nothing but a context. */
export const contextDocument = (context: JsonValue): JsonObject => new Map([['@context', context]]);
