import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';

type Schema = Readonly<Record<string, unknown>>;

interface Operation {
  readonly responses: Readonly<
    Record<string, { readonly content?: Readonly<Record<string, { readonly schema: Schema }>> }>
  >;
}

interface OpenApiDocument {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
}

/** What a service answered, and to what. */
export interface SeenAnswer {
  readonly method: string;
  /** With or without a query. */
  readonly path: string;
  readonly status: number;
  readonly text: string;
}

/** Objects with members of their own have no others: what is answered but not documented is to be noticed. */
const closed = (schema: unknown): unknown => {
  if (Array.isArray(schema)) return schema.map(closed);
  if (typeof schema !== 'object' || schema === null) return schema;
  const parts = Object.fromEntries(Object.entries(schema).map(([name, part]) => [name, closed(part)]));
  return 'properties' in parts ? { additionalProperties: false, ...parts } : parts;
};

const ADDRESS = 'openapi';

/** The OpenAPI document of a service, held against what the service answers. */
export class DocumentedAnswers {
  private readonly ajv = addFormats(new Ajv2020({ allErrors: true, strict: false }));
  private readonly validators = new Map<string, ValidateFunction>();
  private readonly routes: readonly (readonly [pattern: RegExp, path: string])[];

  private constructor(private readonly document: OpenApiDocument) {
    this.ajv.addSchema({ $id: ADDRESS, ...(closed(document) as object) });
    // The fixed path before the one with names: `/organizations/mine` is no `/organizations/{id}`.
    const paths = Object.keys(document.paths).sort((a, b) => a.split('{').length - b.split('{').length);
    this.routes = paths.map((path) => [new RegExp(`^${path.replace(/\{\w+\}/g, '[^/]+')}/?$`), path]);
  }

  /** @param url  of the service */
  static async of(url: string): Promise<DocumentedAnswers> {
    const answer = await fetch(new URL('/openapi.json', url));
    return new DocumentedAnswers((await answer.json()) as OpenApiDocument);
  }

  /** What an answer has that is documented otherwise or not at all; nothing for an address that is not in the document. */
  problemsOf({ method, path, status, text }: SeenAnswer): readonly string[] {
    const { pathname } = new URL(path.replace(/^\/v3\b/, '/v1'), 'http://service');
    const route = this.routes.find(([pattern]) => pattern.test(pathname))?.[1];
    const verb = method.toLowerCase();
    const operation = route === undefined ? undefined : this.document.paths[route]?.[verb];
    if (route === undefined || operation === undefined) return [];
    const name = `${method.toUpperCase()} ${route} ${status}`;
    const response = operation.responses[status];
    if (!response) return [`${name}: status`];
    const { content = {} } = response;
    const isPage = /^<!doctype html>/i.test(text);
    if ('text/html' in content && (isPage || !('application/json' in content)))
      return isPage ? [] : [`${name}: no page`];
    // What stands beside a redirect is for nobody.
    if (!('application/json' in content))
      return text === '' || (status >= 300 && status < 400) ? [] : [`${name}: has a body`];
    const pointer = [
      'paths',
      route,
      verb,
      'responses',
      String(status),
      'content',
      'application/json',
      'schema',
    ];
    const validate = this.validator(pointer);
    if (validate(parsed(text))) return [];
    return (validate.errors ?? []).map(
      ({ instancePath, message, params }) => `${name}: ${instancePath} ${message} ${JSON.stringify(params)}`,
    );
  }

  private validator(pointer: readonly string[]): ValidateFunction {
    const escaped = pointer.map((part) =>
      encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1')),
    );
    const address = `${ADDRESS}#/${escaped.join('/')}`;
    // Ajv compiles what a pointer names each time anew.
    const found = this.validators.get(address) ?? this.ajv.getSchema(address);
    if (!found) throw new Error(`no schema at ${pointer.join(' ')}`);
    this.validators.set(address, found);
    return found;
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
