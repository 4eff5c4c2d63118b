import type Database from 'better-sqlite3';
import type { Entity, JsonValue } from '@smart-city/context';
import { decodeAttributes } from './entity-document';
import { decodeJson } from './json-document';
import { sortableValue } from './sortable-value';

/** What SQL cannot say exactly, by number. The statements call these with their number and a value. */
export interface QueryFunctions {
  readonly texts: ((text: string) => boolean)[];
  readonly identities: ((id: string, type: string, servicePath: string) => boolean)[];
  readonly entities: ((entity: Entity) => boolean)[];
  readonly geometries: ((geometry: JsonValue) => boolean)[];
  readonly distances: ((geometryText: string) => number | undefined)[];
}

export const noFunctions = (): QueryFunctions => ({
  texts: [],
  identities: [],
  entities: [],
  geometries: [],
  distances: [],
});

/** Keeps a function and gives its number. */
export function keep<T>(functions: T[], one: T): number {
  return functions.push(one) - 1;
}

/** The parameters of `ngsi_holds` that make up the entity a condition on attributes can ask for. */
export const ENTITY_ARGUMENTS = 'service_path, cre_date, mod_date, json(doc)';

const asNumber = (holds: boolean | undefined): number => (holds === true ? 1 : 0);

/** Registers the `ngsi_…` functions on a connection; `active` tells those of the query that runs. */
export function registerQueryFunctions(database: Database.Database, active: () => QueryFunctions): void {
  const options = { deterministic: true, directOnly: true } as const;
  database.function('ngsi_matches', options, (n: number, text: unknown) =>
    asNumber(typeof text === 'string' && active().texts[n]?.(text)),
  );
  database.function('ngsi_selected', options, (n: number, id: unknown, type: unknown, path: unknown) =>
    asNumber(active().identities[n]?.(String(id), String(type), String(path))),
  );
  database.function(
    'ngsi_holds',
    options,
    (n: number, servicePath: unknown, creDate: unknown, modDate: unknown, doc: unknown) => {
      const attrs = decodeAttributes(String(doc));
      const entity: Entity = {
        id: '',
        type: '',
        servicePath: String(servicePath),
        attrs,
        creDate: Number(creDate),
        modDate: Number(modDate),
      };
      return asNumber(active().entities[n]?.(entity));
    },
  );
  registerLdPredicate(database, active);
  database.function('ngsi_located', options, (n: number, location: unknown) =>
    asNumber(active().geometries[n]?.(decodeJson(String(location)))),
  );
  database.function('ngsi_distance', options, (n: number, location: string | null) =>
    location === null ? null : (active().distances[n]?.(location) ?? null),
  );
  database.function('ngsi_sort_key', options, (descending: number, value: unknown) =>
    sortableValue(decodeJson(String(value)), descending === 1),
  );
}

/** Several terms ask of the same row one after the other: its attributes are read once. */
function registerLdPredicate(database: Database.Database, active: () => QueryFunctions): void {
  let known = '';
  let attrs = decodeAttributes('{}');
  database.function(
    'ngsi_ld_holds',
    { deterministic: true, directOnly: true },
    (n: number, creDate: unknown, modDate: unknown, expiresAtMs: unknown, doc: unknown) => {
      const text = String(doc);
      if (text !== known) {
        attrs = decodeAttributes(text);
        known = text;
      }
      const entity: Entity = {
        id: '',
        type: '',
        servicePath: '/',
        attrs,
        creDate: Number(creDate),
        modDate: Number(modDate),
        ...(typeof expiresAtMs === 'number' && { expiresAtMs }),
      };
      return asNumber(active().entities[n]?.(entity));
    },
  );
}
