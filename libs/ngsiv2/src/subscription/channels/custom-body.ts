import {
  type JsonArray,
  type JsonObject,
  jsonOf,
  type JsonValue,
  mapOf,
  numberOf,
  type StoredDocument,
  textOf,
} from '@smart-city/context';

/** One attribute of an `ngsi` patch. Strings of `value` may hold macros. */
export interface NgsiPatchAttribute {
  readonly type: string;
  readonly value: JsonValue;
  /** 1 to 100000, lowest first; absent means last. */
  readonly evalPriority?: number;
}

/** The `ngsi` field of a custom notification: what to merge over the entity. */
export interface NgsiPatch {
  readonly id?: string;
  readonly type?: string;
  readonly attrs: ReadonlyMap<string, NgsiPatchAttribute>;
}

/** What a custom notification carries. `default` is the body that the same subscription would have without customization. */
export type CustomBody =
  | { readonly kind: 'default' }
  | { readonly kind: 'none' }
  | { readonly kind: 'text'; readonly payload: string }
  | { readonly kind: 'json'; readonly json: JsonArray | JsonObject }
  | { readonly kind: 'ngsi'; readonly ngsi: NgsiPatch };

type Member = readonly [name: string, value: JsonValue | undefined];

const object = (...members: readonly Member[]): JsonObject =>
  new Map(members.filter((member): member is readonly [string, JsonValue] => member[1] !== undefined));

/** The body's member of a channel, as clients see it. */
export const renderBody = (body: CustomBody): Member => bodyMember(body, renderPatch);

/** The body's member of a csubs document. */
export const storeBody = (body: CustomBody): Member => bodyMember(body, storePatch);

/** Members that {@link storeBody} may write. */
export const BODY_MEMBERS = ['payload', 'json', 'ngsi'] as const;

function bodyMember(body: CustomBody, writePatch: (patch: NgsiPatch) => JsonObject): Member {
  switch (body.kind) {
    case 'default':
      return ['payload', undefined];
    case 'none':
      return ['payload', null];
    case 'text':
      return ['payload', body.payload];
    case 'json':
      return ['json', body.json];
    case 'ngsi':
      return ['ngsi', writePatch(body.ngsi)];
  }
}

/** The reverse of {@link storeBody}, whoever wrote the document. */
export function readCustomBody(document: StoredDocument): CustomBody {
  const json = document.get('json');
  if (Array.isArray(json) || json instanceof Map)
    return { kind: 'json', json: jsonOf(json) as JsonArray | JsonObject };
  const ngsi = document.get('ngsi');
  if (ngsi instanceof Map) return { kind: 'ngsi', ngsi: readPatch(ngsi as StoredDocument) };
  const payload = document.get('payload');
  if (payload === null) return { kind: 'none' };
  return typeof payload === 'string' && payload !== '' ? { kind: 'text', payload } : { kind: 'default' };
}

const priorityOf = (evalPriority: number): JsonObject =>
  object(['evalPriority', object(['type', 'Number'], ['value', evalPriority])]);

function renderPatch({ id, type, attrs }: NgsiPatch): JsonObject {
  const attributes = [...attrs].map(([name, { type: attributeType, value, evalPriority }]): Member => {
    const metadata = evalPriority === undefined ? undefined : priorityOf(evalPriority);
    return [name, object(['type', attributeType], ['value', value], ['metadata', metadata])];
  });
  return object(['id', id], ['type', type], ...attributes);
}

function storePatch({ id, type, attrs }: NgsiPatch): JsonObject {
  const attributes = [...attrs].map(([name, { type: attributeType, value, evalPriority }]): Member => {
    const metadata: readonly Member[] =
      evalPriority === undefined
        ? []
        : [
            ['md', priorityOf(evalPriority)],
            ['mdNames', ['evalPriority']],
          ];
    return [name, object(['type', attributeType], ['value', value], ...metadata)];
  });
  return object(['id', id], ['type', type], ['attrs', object(...attributes)]);
}

function readPatch(ngsi: StoredDocument): NgsiPatch {
  const [id, type] = [textOf(ngsi.get('id')), textOf(ngsi.get('type'))];
  const attrs = [...mapOf(ngsi.get('attrs'))].map(([name, stored]): [string, NgsiPatchAttribute] => {
    const attribute = mapOf(stored);
    const evalPriority = numberOf(mapOf(mapOf(attribute.get('md')).get('evalPriority')).get('value'));
    return [
      name,
      {
        type: textOf(attribute.get('type')),
        value: jsonOf(attribute.get('value')),
        ...(evalPriority !== undefined && { evalPriority }),
      },
    ];
  });
  return { ...(id !== '' && { id }), ...(type !== '' && { type }), attrs: new Map(attrs) };
}
