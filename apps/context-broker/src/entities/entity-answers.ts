import { renderEntity, type Entity } from '@smart-city/ngsi';
import { jsonAnswer, type Answer } from '../http/answer';
import { feature } from './geo-json-answer';
import type { ShownAs } from './representation';

/** An entity as the client wants it shown. */
export function entityAnswer(entity: Entity, shown: ShownAs): Answer {
  const json = renderEntity(entity, shown);
  return shown.representation === 'feature' ? feature(json) : jsonAnswer(json);
}

/**
 * The answers that show entities as most clients want them: whole. Each is kept as long as its entity is in memory; an update
 * makes another entity of it. Rendering it anew would be a sixth of the request.
 */
export class KeptAnswers {
  private readonly answers = new WeakMap<Entity, Answer>();

  /** @param entity  that the store keeps: others are not seen again */
  of(entity: Entity, shown: ShownAs): Answer {
    if (!isWhole(shown)) return entityAnswer(entity, shown);
    let answer = this.answers.get(entity);
    if (answer === undefined) this.answers.set(entity, (answer = entityAnswer(entity, shown)));
    return answer;
  }
}

const isWhole = ({ representation, attrs, metadata }: ShownAs): boolean =>
  representation === 'normalized' && attrs.length === 0 && (metadata === undefined || metadata.length === 0);
