import { Inject, Injectable } from '@nestjs/common';
import {
  isJsonObject,
  parseJson,
  renderExactJson,
  type JsonObject,
  type JsonValue,
} from '@smart-city/context';
import { registrationEndMs, type LdRegistration } from '@smart-city/ngsild';
import { DOCUMENT_STORE, type DocumentStore, type StoredText } from '../../../storage/document-store';
import { KeyedMutex } from '../../../storage/keyed-mutex';

/** A registration of a context source, in the store. Times are milliseconds since the epoch. */
export interface KeptRegistration extends LdRegistration {
  readonly id: string;
  readonly createdAtMs: number;
  readonly modifiedAtMs: number;
}

const COLLECTION = 'ldRegistrations';

/** Registrations of context sources of each tenant, in the store. What has expired is seen no more. */
@Injectable()
export class KeptRegistrations {
  private readonly turns = new KeyedMutex();

  constructor(@Inject(DOCUMENT_STORE) private readonly store: DocumentStore) {}

  /** Does work that reads before it writes: one after the other for each tenant. */
  inTurn<T>(tenant: string, work: () => Promise<T>): Promise<T> {
    return this.turns.run(tenant, work);
  }

  async find(tenant: string, id: string): Promise<KeptRegistration | undefined> {
    const json = await this.store.get(tenant, COLLECTION, id);
    const kept = json === undefined ? undefined : registrationOf({ id, json });
    return kept !== undefined && isAlive(kept) ? kept : undefined;
  }

  /** All of a tenant, the oldest first. */
  async list(tenant: string): Promise<readonly KeptRegistration[]> {
    return (await this.documents(tenant)).filter(isAlive);
  }

  /** The same; those that have expired are removed. Not within {@link inTurn}, whose turn it waits for. */
  async sweptList(tenant: string): Promise<readonly KeptRegistration[]> {
    const all = await this.documents(tenant);
    const expired = all.filter((one) => !isAlive(one));
    if (expired.length > 0)
      await this.inTurn(tenant, async () => {
        // Meanwhile the id may be that of a new one.
        for (const { id } of expired)
          if ((await this.find(tenant, id)) === undefined) await this.delete(tenant, id);
      });
    return all.filter(isAlive);
  }

  private async documents(tenant: string): Promise<readonly KeptRegistration[]> {
    return (await this.store.list(tenant, COLLECTION)).map(registrationOf);
  }

  /** Keeps a new registration, the last in the order. Its id may be that of one that has expired. */
  async add(tenant: string, registration: KeptRegistration): Promise<void> {
    await this.delete(tenant, registration.id);
    await this.put(tenant, registration);
  }

  put(tenant: string, { id, members, properties, ...times }: KeptRegistration): Promise<void> {
    const { createdAtMs, modifiedAtMs } = times;
    const document = new Map<string, JsonValue>([
      ['members', members],
      ['properties', properties],
      ['createdAtMs', createdAtMs],
      ['modifiedAtMs', modifiedAtMs],
    ]);
    return this.store.put(tenant, COLLECTION, { id, json: renderExactJson(document) });
  }

  /** @returns false when there was none of that id */
  delete(tenant: string, id: string): Promise<boolean> {
    return this.store.delete(tenant, COLLECTION, id);
  }
}

const isAlive = ({ members }: KeptRegistration): boolean => registrationEndMs(members) > Date.now();

function registrationOf({ id, json }: StoredText): KeptRegistration {
  const document = parseJson(json);
  const parts: JsonObject = isJsonObject(document) ? document : new Map<string, JsonValue>();
  const object = (name: string): JsonObject => {
    const part = parts.get(name);
    return isJsonObject(part) ? part : new Map<string, JsonValue>();
  };
  return {
    id,
    members: object('members'),
    properties: object('properties'),
    createdAtMs: Number(parts.get('createdAtMs')),
    modifiedAtMs: Number(parts.get('modifiedAtMs')),
  };
}
