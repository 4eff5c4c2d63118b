/** What is read of an OpenAPI 3.1 document. */
export interface ApiDocument {
  readonly info: { readonly title: string; readonly version: string; readonly description?: string };
  readonly tags?: readonly { readonly name: string; readonly description?: string }[];
  readonly security?: readonly Security[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, ApiOperation>>>>;
  readonly components?: {
    readonly schemas?: Readonly<Record<string, Schema>>;
    readonly parameters?: Readonly<Record<string, ApiParameter>>;
    readonly responses?: Readonly<Record<string, ApiAnswer>>;
    readonly securitySchemes?: Readonly<Record<string, SecurityScheme>>;
  };
}

/** Names of schemes that are needed together. */
export type Security = Readonly<Record<string, readonly string[] | undefined>>;

export interface SecurityScheme {
  readonly type: string;
  readonly scheme?: string;
  /** Of the header, for an `apiKey`. */
  readonly name?: string;
  readonly description?: string;
}

export interface Reference {
  readonly $ref: string;
}

export interface ApiParameter {
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
  readonly description?: string;
  readonly example?: string | number | boolean;
  readonly schema?: Schema;
}

export interface Media {
  readonly schema?: Schema;
  readonly example?: unknown;
  readonly examples?: Readonly<Record<string, { readonly value?: unknown }>>;
}

export interface ApiAnswer {
  readonly description: string;
  readonly content?: Readonly<Record<string, Media>>;
}

export interface ApiOperation {
  readonly operationId?: string;
  readonly summary?: string;
  readonly description?: string;
  readonly tags?: readonly string[];
  readonly deprecated?: boolean;
  readonly parameters?: readonly (ApiParameter | Reference)[];
  readonly requestBody?: { readonly required?: boolean; readonly content: Readonly<Record<string, Media>> };
  readonly responses: Readonly<Record<string, ApiAnswer | Reference>>;
  readonly security?: readonly Security[];
}

export interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly additionalProperties?: unknown;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly oneOf?: readonly Schema[];
  readonly enum?: readonly (string | number | boolean | null)[];
  readonly const?: unknown;
  readonly format?: string;
  readonly maxLength?: number;
  readonly description?: string;
}

/** One operation with its place. */
export interface PlacedOperation {
  /** In capitals. */
  readonly verb: string;
  readonly path: string;
  readonly operation: ApiOperation;
}

/** Operations by their first tag, in the order of the document's tags, then of their appearance. */
export function operationsByTag({
  tags = [],
  paths,
}: ApiDocument): ReadonlyMap<string, readonly PlacedOperation[]> {
  const byTag = new Map<string, PlacedOperation[]>(tags.map(({ name }) => [name, []]));
  for (const [path, methods] of Object.entries(paths))
    for (const [method, operation] of Object.entries(methods)) {
      const tag = operation.tags?.[0] ?? 'Others';
      byTag.set(tag, [...(byTag.get(tag) ?? []), { verb: method.toUpperCase(), path, operation }]);
    }
  return new Map([...byTag].filter(([, found]) => found.length > 0));
}

const nameIn = ($ref: string) => $ref.split('/').at(-1) ?? '';

/** The parameters of an operation, those of the components looked up. */
export const parametersOf = ({ components }: ApiDocument, { parameters = [] }: ApiOperation) =>
  parameters
    .map((one) => ('$ref' in one ? components?.parameters?.[nameIn(one.$ref)] : one))
    .filter((one) => one !== undefined);

/** An answer, looked up where it is one of the components. */
export const lookUpAnswer = ({ components }: ApiDocument, answer: ApiAnswer | Reference): ApiAnswer =>
  '$ref' in answer ? (components?.responses?.[nameIn(answer.$ref)] ?? { description: '' }) : answer;

/** An example of a body; undefined when the document has none. */
export const exampleOf = ({ example, examples }: Media): unknown =>
  example ?? Object.values(examples ?? {})[0]?.value;

/** An example as it is written into a request. */
export function exampleText(mediaType: string, media: Media): string {
  const example = exampleOf(media);
  if (example === undefined) return '';
  if (mediaType === 'application/x-www-form-urlencoded')
    return new URLSearchParams(example as Record<string, string>).toString();
  return typeof example === 'string' ? example : JSON.stringify(example, null, 2);
}

/** Names of the schemes that an operation takes, any of which will do; empty when it is open. */
export const schemesOf = ({ security = [] }: ApiDocument, operation: ApiOperation): readonly string[] =>
  (operation.security ?? security).flatMap((one) => Object.keys(one));

export const schemaName = nameIn;
