import { type Entity } from '@smart-city/context';
import { renderEntity } from '@smart-city/ngsiv2';
import { jsonAnswer, type Answer } from '../../../http/answer';
import { feature } from './geo-json-answer';
import type { ShownAs } from '../../../core/entities/representation';

/** An entity as the client wants it shown. */
export function entityAnswer(entity: Entity, shown: ShownAs): Answer {
  const json = renderEntity(entity, shown);
  return shown.representation === 'feature' ? feature(json) : jsonAnswer(json);
}

/**
 * The answers that show entities as most clients want them: whole. From the second time on that an entity is asked for, its
 * answer is kept as long as the entity is in memory; an update makes another entity of it. Rendering it anew would be a sixth of
 * the request; keeping those that nobody asks for again would fill the memory.
 */
export class KeptAnswers {
  private readonly answers = new WeakMap<Entity, Answer | 'asked once'>();

  /** @param entity  that the store keeps: others are not seen again */
  of(entity: Entity, shown: ShownAs): Answer {
    if (!isWhole(shown)) return entityAnswer(entity, shown);
    const kept = this.answers.get(entity);
    if (typeof kept === 'object') return kept;
    const answer = entityAnswer(entity, shown);
    this.answers.set(entity, kept === undefined ? 'asked once' : answer);
    return answer;
  }
}

const isWhole = ({ representation, attrs, metadata }: ShownAs): boolean =>
  representation === 'normalized' && attrs.length === 0 && (metadata === undefined || metadata.length === 0);
