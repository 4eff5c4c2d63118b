import type { Type } from '@nestjs/common';
import type { ReferenceObject, SchemaObject } from '@nestjs/swagger';
import type { Swagger } from './deferred';

/** What a body holds: classes whose members are `Described`. */
export interface Content {
  readonly models: readonly Type[];
  /** Media type; JSON unless said. */
  readonly type?: string;
  /** One body that is accepted, or answered. */
  readonly example?: unknown;
  schema(swagger: Swagger): SchemaObject | ReferenceObject;
}

const reference = ({ getSchemaPath }: Swagger, model: Type): ReferenceObject => ({
  $ref: getSchemaPath(model),
});

const inMember = (name: string, schema: SchemaObject | ReferenceObject): SchemaObject => ({
  type: 'object',
  properties: { [name]: schema },
  required: [name],
});

/** A body as the class says. */
export const bodyOf = (model: Type, example?: unknown): Content => ({
  models: [model],
  example,
  schema: (swagger) => reference(swagger, model),
});

/** A body that wraps its content: `{"user": {…}}`. */
export const wrapped = (name: string, model: Type, example?: object): Content => ({
  models: [model],
  ...(example && { example: { [name]: example } }),
  schema: (swagger) => inMember(name, reference(swagger, model)),
});

/** A body that wraps a list: `{"users": [{…}]}`. */
export const listed = (name: string, model: Type): Content => ({
  models: [model],
  schema: (swagger) => inMember(name, { type: 'array', items: reference(swagger, model) }),
});

/** A text, as JSON has it. */
export const JSON_TEXT: Content = { models: [], schema: () => ({ type: 'string' }) };

/** A page for a browser. */
export const PAGE: Content = { models: [], type: 'text/html', schema: () => ({ type: 'string' }) };

/** A body of either kind. */
export const eitherOf = (...models: readonly Type[]): Content => ({
  models,
  schema: (swagger) => ({ oneOf: models.map((model) => reference(swagger, model)) }),
});
