import { type Metadata } from '@smart-city/context';
import {
  compileJsonTemplate,
  compileTemplate,
  type CustomBody,
  type JsonTemplate,
  type NgsiPatch,
  type NgsiPatchAttribute,
  type Template,
} from '@smart-city/ngsiv2';

/** One attribute of an `ngsi` patch, ready to be filled in. */
export interface CompiledPatchAttribute {
  readonly name: string;
  readonly type: string;
  readonly value: JsonTemplate;
  /** `evalPriority` if the client gave it: receivers see it, as with the original. */
  readonly metadata: ReadonlyMap<string, Metadata>;
}

export type CompiledBody =
  | { readonly kind: 'default' }
  | { readonly kind: 'none' }
  | { readonly kind: 'text'; readonly template: Template }
  | { readonly kind: 'json'; readonly template: JsonTemplate }
  | {
      readonly kind: 'ngsi';
      readonly id?: JsonTemplate;
      readonly type?: JsonTemplate;
      readonly attrs: readonly CompiledPatchAttribute[];
    };

/** Takes the body of a custom channel apart, once. */
export function compileBody(body: CustomBody): CompiledBody {
  switch (body.kind) {
    case 'text':
      return { kind: 'text', template: compileTemplate(body.payload) };
    case 'json':
      return { kind: 'json', template: compileJsonTemplate(body.json) };
    case 'ngsi':
      return compilePatch(body.ngsi);
    default:
      return body;
  }
}

const LOWEST_PRIORITY = 100_000;

function compilePatch({ id, type, attrs }: NgsiPatch): CompiledBody {
  const priority = (name: string) => attrs.get(name)?.evalPriority ?? LOWEST_PRIORITY;
  const names = [...attrs.keys()].sort((a, b) => priority(a) - priority(b));
  return {
    kind: 'ngsi',
    ...(id !== undefined && { id: compileJsonTemplate(id) }),
    ...(type !== undefined && { type: compileJsonTemplate(type) }),
    attrs: names.map((name) => compilePatchAttribute(name, attrs.get(name)!)),
  };
}

function compilePatchAttribute(
  name: string,
  { type, value, evalPriority }: NgsiPatchAttribute,
): CompiledPatchAttribute {
  const metadata = new Map<string, Metadata>();
  if (evalPriority !== undefined) metadata.set('evalPriority', { type: 'Number', value: evalPriority });
  return { name, type, value: compileJsonTemplate(value), metadata };
}
