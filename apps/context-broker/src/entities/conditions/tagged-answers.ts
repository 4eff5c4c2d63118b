import { Inject, Injectable } from '@nestjs/common';
import { preconditionFailed, type Entity, type UpdateResult } from '@smart-city/ngsi';
import { OPTIONS, type BrokerOptions } from '../../cli/options';
import type { RequestContext } from '../../context/request-context';
import { Answer } from '../../http/answer';
import { readOutcomeOf, tagOf, type Variant } from './conditions';
import { versionOf } from './entity-version';

/** A tag is good for one tenant and type of answer, and for whoever may see the entity: no cache may share or skip asking. */
const CACHING = ['Cache-Control', 'private, no-cache', 'Vary', 'Accept, Fiware-Service, Fiware-ServicePath'];

/** `ETag` and what it is good for, in answers to those who ask for it: with a condition, or all with `-etag`. */
@Injectable()
export class TaggedAnswers {
  private readonly always: boolean;

  constructor(@Inject(OPTIONS) { etag }: BrokerOptions) {
    this.always = etag;
  }

  isAsked({ preconditions }: RequestContext): boolean {
    return this.always || preconditions !== undefined;
  }

  /**
   * What was read of an entity, with its tag; without a body for a client that has it.
   *
   * @throws NgsiError  412
   */
  ofRead({ preconditions }: RequestContext, entity: Entity, answer: Answer): Answer {
    const version = versionOf(entity);
    const variant = variantOf(answer);
    const headers = ['ETag', tagOf(version, variant), ...CACHING];
    const outcome = preconditions === undefined ? 'full' : readOutcomeOf(preconditions, version, variant);
    if (outcome === 'failed') throw preconditionFailed();
    if (outcome === 'notModified') return new Answer(304, '', headers);
    return new Answer(answer.status, answer.body, [...answer.headers, ...headers], answer.contentType);
  }

  /** The header with the tag of what an update made of its one entity; none where that is gone. */
  ofWrite(result: UpdateResult): readonly string[] {
    const after = result.kind === 'done' ? result.changes[0]?.after : undefined;
    return after === undefined ? [] : ['ETag', tagOf(versionOf(after))];
  }
}

function variantOf({ contentType }: Answer): Variant {
  if (contentType === 'application/geo+json') return '.geo';
  return contentType === 'text/plain' ? '.text' : '';
}
