import type { EntityRef, ValueMediaType } from '@smart-city/ngsi';
import { fromRequest } from '../http/from-request.decorator';
import { readPage, readQuery } from './entity-query';
import { readRepresentation } from './representation';

/** The entity that the path and the parameter `type` name. @throws NgsiError  400 `invalid character in URI` */
export const EntityReference = fromRequest((request): EntityRef => {
  const id = request.pathName('id');
  const type = request.parameter('type');
  return type === undefined ? { id } : { id, type };
});

/** Which entities the URL parameters select, and which page of them. @throws NgsiError  400 */
export const Selection = fromRequest(({ parameters }) => readQuery(parameters));

/** Only the page and its order. @throws NgsiError  400 */
export const Page = fromRequest(({ parameters }) => readPage(parameters));

/** How the client wants entities shown. */
export const Shown = fromRequest(({ parameters }) => readRepresentation(parameters));

/** The media types that an attribute's value may be shown in, the preferred one first. */
export const ValueTypes = fromRequest(
  ({ acceptance: { json, text, preferred } }): readonly ValueMediaType[] => {
    const types: ValueMediaType[] = [];
    if (json) types.push('application/json');
    if (text) types.push('text/plain');
    return preferred === 'text' ? types.reverse() : types;
  },
);
