import { badRequest, type AggregateQuery } from '@smart-city/context';
import { parseAggregate, type ValueMediaType } from '@smart-city/ngsiv2';
import type { NgsiRequest } from '../../../http/ngsi-request';
import { fromRequest } from '../../../http/parameters';
import { readPage, readQuery } from './entity-query';
import { readRepresentation, type ShownAs } from '../../../core/entities/representation';

/** Which entities the URL parameters select, and which page of them. @throws NgsiError  400 */
export const Selection = fromRequest((request) => readQuery(request.parameters, request));

/** What is to be worked out of the entities, instead of showing them. @throws NgsiError  400 */
export const Aggregation = fromRequest(({ parameters: { values } }): AggregateQuery | undefined => {
  const aggregate = values.get('aggregate');
  const groupBy = values.get('groupBy');
  if (aggregate === undefined) {
    if (groupBy !== undefined) throw badRequest('groupBy needs aggregate: what to work out of each group');
    return undefined;
  }
  if (values.has('cursor')) throw badRequest('cursor does not go with aggregate');
  if (values.has('orderBy'))
    throw badRequest('orderBy does not go with aggregate: groups are in the order of their keys');
  return parseAggregate(aggregate, groupBy);
});

/** Only the page and its order. @throws NgsiError  400 */
export const Page = fromRequest(({ parameters }) => readPage(parameters));

/** How the client wants entities shown. */
export const Shown = fromRequest(({ parameters }) => readRepresentation(parameters));

/** The same, for answers that may be GeoJSON: Features where the client prefers those. */
export const ShownOnMap = fromRequest(({ parameters, accept }): ShownAs => {
  const shown = readRepresentation(parameters);
  return accept.acceptance.preferred === 'geoJson' ? { ...shown, representation: 'feature' } : shown;
});

/** The request of a client that prefers a stream of events to a list; undefined for others. */
export const Following = fromRequest((request): NgsiRequest | undefined =>
  request.accept.acceptance.preferred === 'events' ? request : undefined,
);

/** The media types that an attribute's value may be shown in, the preferred one first. */
export const ValueTypes = fromRequest(({ accept: { acceptance } }): readonly ValueMediaType[] => {
  const { json, text, preferred } = acceptance;
  const types: ValueMediaType[] = [];
  if (json) types.push('application/json');
  if (text) types.push('text/plain');
  return preferred === 'text' ? types.reverse() : types;
});
