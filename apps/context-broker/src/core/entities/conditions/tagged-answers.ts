import { versionDiffers, type Entity, type UpdateResult } from '@smart-city/context';
import type { RequestContext } from '../../../context/request-context';
import { Answer } from '../../../http/answer';
import { readOutcomeOf, tagOf, type Variant } from './conditions';
import { versionOf } from './entity-version';

/** A tag is good for one tenant and type of answer, and for whoever may see the entity: no cache may share or skip asking. */
const CACHING = ['Cache-Control', 'private, no-cache', 'Vary', 'Accept, Fiware-Service, Fiware-ServicePath'];

// For requests that want tags alone: with a condition, or all with `-etag`.

/**
 * What was read of an entity, with its tag; without a body for a client that has it.
 *
 * @throws ContextFault  `versionDiffers`
 */
export function taggedAnswer({ preconditions }: RequestContext, entity: Entity, answer: Answer): Answer {
  const version = versionOf(entity);
  const variant = variantOf(answer);
  const headers = ['ETag', tagOf(version, variant), ...CACHING];
  const outcome = preconditions === undefined ? 'full' : readOutcomeOf(preconditions, version, variant);
  if (outcome === 'failed') throw versionDiffers();
  if (outcome === 'notModified') return new Answer(304, '', headers);
  return new Answer(answer.status, answer.body, [...answer.headers, ...headers], answer.contentType);
}

/**
 * 204 with the tag of what an update made of its one entity; without one where that is gone.
 *
 * @param seen  what of an entity whoever asks is told the version of
 */
export function taggedNoContent(result: UpdateResult, seen: (entity: Entity) => Entity): Answer {
  const after = result.kind === 'done' ? result.changes[0]?.after : undefined;
  return new Answer(204, '', after === undefined ? [] : ['ETag', tagOf(versionOf(seen(after)))]);
}

function variantOf({ contentType }: Answer): Variant {
  if (contentType === 'application/geo+json') return '.geo';
  return contentType === 'text/plain' ? '.text' : '';
}
