import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { EntityRef } from '@smart-city/context';
import type { ReadContext, RequestContext, WriteContext } from '../context/request-context';
import type { NgsiRequest } from './ngsi-request';
import { EVERYTHING, firstPath, readFilters, writePath } from './tenancy';
import type { UrlParameters } from './url-parameters';

/**
 * Makes a parameter decorator from a function that takes something from the request, whose body is there (see `admission.ts`).
 * The faults of parameters come in one order, which is Nest's: the last parameter is taken first. So a handler names path,
 * headers and body in this order, and a client hears of them as from the original: body, headers, path.
 */
export const fromRequest = <Data, Value>(take: (request: NgsiRequest, data: Data) => Value) =>
  createParamDecorator((data: Data, context: ExecutionContext): Value =>
    take(context.getArgByIndex<NgsiRequest>(0), data),
  );

/** A part of the path that names an entity, attribute, type …, by the route's name for it. @throws NgsiError  400 `invalid character in URI` */
export const PathName = fromRequest((request, name: string) => request.pathName(name));

/** A part of the path as it came, decoded. */
export const PathPart = fromRequest((request, name: string) => request.pathPart(name));

/** The entity that the path and the parameter `type` name. @throws NgsiError  400 `invalid character in URI` */
export const EntityReference = fromRequest((request): EntityRef => {
  const id = request.pathName('id');
  const type = request.parameter('type');
  return type === undefined ? { id } : { id, type };
});

/** One URL parameter; undefined when it is absent. */
export const Parameter = fromRequest((request, name: string) => request.parameter(name));

/** All URL parameters, read. */
export const Parameters = fromRequest((request): UrlParameters => request.parameters);

/** What services know of the request. */
export const Context = fromRequest((request): RequestContext => request);

/** The same, and where it reads. @throws NgsiError  400 for a tenant that is none */
export const Reading = fromRequest((request): ReadContext => {
  const { tenant, servicePaths: paths } = request;
  return {
    request,
    tenancy: { tenant, servicePaths: paths === undefined ? EVERYTHING : readFilters(paths) },
  };
});

/** The same, and where it writes. @throws NgsiError  400 for a tenant that is none, several service paths or a wildcard */
export function writeContextOf(request: NgsiRequest): WriteContext {
  const { tenant, servicePaths: paths, method } = request;
  return { request, tenancy: { tenant, servicePath: paths === undefined ? '/' : writePath(paths, method) } };
}

/** @see writeContextOf */
export const Writing = fromRequest((request) => writeContextOf(request));

/** The same, to the first of several service paths. @throws NgsiError  400 for a tenant that is none */
export const WritingToFirstPath = fromRequest((request): WriteContext => ({
  request,
  tenancy: { tenant: request.tenant, servicePath: firstPath(request.servicePaths) },
}));

/** The body, read by the function that the operation has for it. What it throws is a fault of the payload. */
export const Payload = fromRequest(
  <Value>(request: NgsiRequest, read: (request: NgsiRequest) => Value): Value => {
    request.hasPayloadFault = true;
    const value = read(request);
    request.hasPayloadFault = false;
    return value;
  },
);

/** How the body of an update is written, as parsers of `libs/ngsiv2` want to know it. */
export const keyValuesOf = ({ options }: NgsiRequest): { readonly keyValues: boolean } => ({
  keyValues: options.has('keyValues'),
});

/** The body as JSON. @throws NgsiError  ParseError */
export const JsonPayload = fromRequest((request) => request.json());

/** Bytes of the body. */
export const PayloadSize = fromRequest(({ body }) => body.length);
