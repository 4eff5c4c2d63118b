import { createHash, randomUUID } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { isJsonObject, parseJson, renderExactJson, type JsonValue } from '@smart-city/context';
import { DOCUMENT_STORE, type DocumentStore } from '../../../storage/document-store';

/** How a context came to be kept here (GS CIM 009 §5.13). */
export type HostedKind = 'Hosted' | 'ImplicitlyCreated';

/** A context that this broker serves. */
export interface HostedContext {
  readonly id: string;
  readonly kind: HostedKind;
  /** Milliseconds since the epoch. */
  readonly createdAtMs: number;
  readonly context: JsonValue;
}

/** How often a context was used since the start, and when last. */
export interface ContextUse {
  readonly hits: number;
  /** Milliseconds since the epoch. */
  readonly lastUsedMs: number;
}

const COLLECTION = 'ldContexts';

/** Path below which hosted contexts have their addresses. */
export const CONTEXTS_PATH = '/ngsi-ld/v1/jsonldContexts';

/** Uses of contexts that are counted. */
const MAX_COUNTED = 10_000;

/** Contexts of clients, and those that the broker made to have an address for them, of each tenant, in the store. */
@Injectable()
export class HostedContexts {
  private readonly uses = new Map<string, ContextUse>();

  constructor(@Inject(DOCUMENT_STORE) private readonly store: DocumentStore) {}

  /** Keeps a context. @returns its id, once it is durable */
  async add(tenant: string, context: JsonValue): Promise<string> {
    const hosted: HostedContext = { id: randomUUID(), kind: 'Hosted', createdAtMs: Date.now(), context };
    await this.put(tenant, hosted);
    return hosted.id;
  }

  /** Keeps a context that a request had in its body. The same one is kept once. @returns its id */
  async addImplicit(tenant: string, context: JsonValue): Promise<string> {
    const digest = createHash('sha256').update(renderExactJson(context)).digest('hex');
    const id = `implicit-${digest.slice(0, 32)}`;
    if ((await this.store.get(tenant, COLLECTION, id)) === undefined)
      await this.put(tenant, { id, kind: 'ImplicitlyCreated', createdAtMs: Date.now(), context });
    return id;
  }

  async find(tenant: string, id: string): Promise<HostedContext | undefined> {
    const json = await this.store.get(tenant, COLLECTION, id);
    return json === undefined ? undefined : hostedOf(id, json);
  }

  async list(tenant: string): Promise<readonly HostedContext[]> {
    const documents = await this.store.list(tenant, COLLECTION);
    return documents.map(({ id, json }) => hostedOf(id, json));
  }

  /** @returns false when there was none of that id */
  delete(tenant: string, id: string): Promise<boolean> {
    this.uses.delete(`${tenant}/${id}`);
    return this.store.delete(tenant, COLLECTION, id);
  }

  noteUse(tenant: string, id: string): void {
    const key = `${tenant}/${id}`;
    const hits = (this.uses.get(key)?.hits ?? 0) + 1;
    if (hits > 1 || this.uses.size < MAX_COUNTED) this.uses.set(key, { hits, lastUsedMs: Date.now() });
  }

  useOf(tenant: string, id: string): ContextUse | undefined {
    return this.uses.get(`${tenant}/${id}`);
  }

  private put(tenant: string, { id, kind, createdAtMs, context }: HostedContext): Promise<void> {
    const json = `{"kind":"${kind}","createdAtMs":${createdAtMs},"context":${renderExactJson(context)}}`;
    return this.store.put(tenant, COLLECTION, { id, json });
  }
}

function hostedOf(id: string, json: string): HostedContext {
  const document = parseJson(json);
  const members = isJsonObject(document) ? document : new Map<string, JsonValue>();
  return {
    id,
    kind: members.get('kind') === 'Hosted' ? 'Hosted' : 'ImplicitlyCreated',
    createdAtMs: Number(members.get('createdAtMs') ?? 0),
    context: members.get('context') ?? null,
  };
}

/** The id of a hosted context in its address, whatever host it names; undefined of another address. */
export function hostedIdIn(url: string): string | undefined {
  if (!URL.canParse(url)) return undefined;
  const { pathname } = new URL(url);
  if (!pathname.startsWith(`${CONTEXTS_PATH}/`)) return undefined;
  try {
    return decodeURIComponent(pathname.slice(CONTEXTS_PATH.length + 1).replace(/\/$/, ''));
  } catch {
    return undefined;
  }
}
