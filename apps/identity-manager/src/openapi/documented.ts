import { RequestMethod } from '@nestjs/common';
import { HTTP_CODE_METADATA, METHOD_METADATA } from '@nestjs/common/constants.js';
import type { Content } from './content';
import { deferred, type Swagger } from './deferred';

export interface Answer {
  readonly description: string;
  /** Several where people and programs are told differently, of one media type each. */
  readonly content?: Content | readonly Content[];
}

export interface QueryParameter {
  readonly name: string;
  readonly description?: string;
  readonly required?: boolean;
  readonly type?: 'string' | 'integer';
}

/** What the OpenAPI document says of a route beyond its verb, its path and its status of success. */
export interface Operation {
  readonly summary: string;
  /** Of the operation, for generated clients; else made from verb and path. */
  readonly id?: string;
  /** Asked with the handler, when the document is made. */
  readonly description?: (handler: object) => string | undefined;
  readonly takes?: Content;
  readonly takesForm?: boolean;
  /** Whether a request may come without what it takes. */
  readonly mayTakeNothing?: boolean;
  readonly answers?: Content;
  /** What success says in words. */
  readonly success?: string;
  /** Of success, where the handler sets it itself. */
  readonly status?: number;
  /** Other answers, by status. */
  readonly others?: Readonly<Record<string, Answer>>;
  readonly query?: readonly QueryParameter[];
  /** Names of security schemes, any of which will do; none for a route that is open to all. */
  readonly security?: readonly string[];
  readonly deprecated?: boolean;
}

const statusOf = (handler: object): number =>
  (Reflect.getMetadata(HTTP_CODE_METADATA, handler) as number | undefined) ??
  (Reflect.getMetadata(METHOD_METADATA, handler) === RequestMethod.POST ? 201 : 200);

const examplesOf = ({ example }: Content) =>
  example === undefined ? {} : { examples: { example: { summary: 'Example', value: example } } };

function decorators(swagger: Swagger, operation: Operation, handler: object): MethodDecorator[] {
  const { takes, answers, others = {}, query = [], security = [] } = operation;
  const models = [takes, answers, ...Object.values(others).flatMap(({ content }) => content)];
  const description = operation.description?.(handler);
  return [
    swagger.ApiIncludeEndpoint(),
    swagger.ApiOperation({
      summary: operation.summary,
      ...(operation.id !== undefined && { operationId: operation.id }),
      ...(description !== undefined && { description }),
      ...(operation.deprecated && { deprecated: true }),
      ...(security.length === 0 && { security: [] }),
    }),
    swagger.ApiExtraModels(...models.flatMap((content) => content?.models ?? [])),
    ...(takes
      ? [
          swagger.ApiBody({
            required: !operation.mayTakeNothing,
            schema: takes.schema(swagger),
            ...examplesOf(takes),
          }),
        ]
      : []),
    ...(operation.takesForm ? [swagger.ApiConsumes('application/x-www-form-urlencoded')] : []),
    ...query.map(({ type = 'string', required = false, ...rest }) =>
      swagger.ApiQuery({ ...rest, required, schema: { type } }),
    ),
    ...security.map((name) => swagger.ApiSecurity(name)),
    answerDecorator(swagger, operation.status ?? statusOf(handler), {
      description: operation.success ?? 'Success',
      ...(answers && { content: answers }),
    }),
    ...Object.entries(others).map(([status, answer]) => answerDecorator(swagger, Number(status), answer)),
  ];
}

const answerDecorator = (swagger: Swagger, status: number, { description, content }: Answer) =>
  swagger.ApiResponse({
    status,
    description,
    ...(content && {
      content: Object.fromEntries(
        [content]
          .flat()
          .map((one) => [
            one.type ?? 'application/json',
            { schema: one.schema(swagger), ...examplesOf(one) },
          ]),
      ),
    }),
  });

/** Puts a route into the OpenAPI document; a route without it is not in there. */
export const Documented =
  (operation: Operation): MethodDecorator =>
  (target, name, descriptor) =>
    deferred((swagger) => {
      for (const decorate of decorators(swagger, operation, descriptor.value as object))
        decorate(target, name, descriptor);
    });

/** The chapter of the document in which the routes of a controller stand. */
export const Tag =
  (name: string): ClassDecorator =>
  (controller) =>
    deferred(({ ApiTags }) => ApiTags(name)(controller));
