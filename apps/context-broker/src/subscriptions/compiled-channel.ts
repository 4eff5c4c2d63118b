import {
  compileJsonTemplate,
  compileTemplate,
  isCustomKind,
  type CustomBody,
  type JsonTemplate,
  type Metadata,
  type NgsiPatch,
  type NgsiPatchAttribute,
  type NotificationChannel,
  type Template,
} from '@smart-city/ngsi';

/** One attribute of an `ngsi` patch, ready to be filled in. */
export interface CompiledPatchAttribute {
  readonly name: string;
  readonly type: string;
  readonly value: JsonTemplate;
  /** `evalPriority` if the client gave it: receivers see it, as with the reference. */
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

/** The texts with macros of a custom channel, taken apart once. */
export interface CompiledTemplates {
  readonly url: Template;
  readonly body: CompiledBody;
  readonly headers: readonly (readonly [name: Template, value: Template])[];
  readonly qs: readonly (readonly [name: Template, value: Template])[];
  readonly topic?: Template;
  readonly key?: Template;
}

/** A channel with what it takes to write one notification. `templates` is absent for channels that are not custom. */
export interface CompiledChannel {
  readonly channel: NotificationChannel;
  readonly templates?: CompiledTemplates;
}

export function compileChannel(channel: NotificationChannel): CompiledChannel {
  if (!isCustomKind(channel.kind)) return { channel };
  switch (channel.kind) {
    case 'http':
    case 'httpCustom':
      return {
        channel,
        templates: { ...common(channel.url, channel.body, channel.headers), qs: pairs(channel.qs) },
      };
    case 'mqtt':
    case 'mqttCustom':
      return {
        channel,
        templates: {
          ...common(channel.url, channel.body, NO_HEADERS),
          topic: compileTemplate(channel.topic),
        },
      };
    case 'kafka':
    case 'kafkaCustom':
      return {
        channel,
        templates: {
          ...common(channel.url, channel.body, channel.headers),
          topic: compileTemplate(channel.topic),
          ...(typeof channel.key === 'string' && { key: compileTemplate(channel.key) }),
        },
      };
  }
}

const NO_HEADERS: ReadonlyMap<string, string> = new Map();

const common = (url: string, body: CustomBody, headers: ReadonlyMap<string, string>) => ({
  url: compileTemplate(url),
  body: compileBody(body),
  headers: pairs(headers),
  qs: [],
});

const pairs = (entries: ReadonlyMap<string, string>) =>
  [...entries].map(([name, value]) => [compileTemplate(name), compileTemplate(value)] as const);

function compileBody(body: CustomBody): CompiledBody {
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
