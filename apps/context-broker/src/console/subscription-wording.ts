import type { SubjectEntity, Subscription } from '@smart-city/ngsiv2';
import type { PageWords } from '../html/page-words';

/** What a subscription is called where there is little room. */
export const nameOfSubscription = ({ id, description }: Subscription): string => description || id;

/** Which entities it is about: `Room1 of type Room`, `any entity of type Room`, `IDs like ^R`. */
export const subjectText = ({ entities }: Subscription, words: PageWords): string =>
  entities.map((one) => whichEntities(one, words)).join('; ');

/** Entities by what is asked of them; a pattern that all match asks for nothing. */
export function whichEntities(asked: SubjectEntity, { t }: PageWords): string {
  const { id, type } = asked;
  const [idPattern, typePattern] = [patternOf(asked.idPattern), patternOf(asked.typePattern)];
  const which = id ?? (idPattern && t('subject.idLike', { id: idPattern }));
  if (type) return which ? t('subject.of', { which, type }) : t('subject.anyOf', { type });
  if (typePattern === undefined) return which ?? t('subject.any');
  return which
    ? t('subject.like', { which, type: typePattern })
    : t('subject.anyLike', { type: typePattern });
}

const patternOf = (text: string | undefined): string | undefined => (text === '.*' ? undefined : text);

/** What makes it fire: `temperature, humidity` or `any attribute`, with what its expression asks for. */
export function conditionText(
  { condition: { attrs, expression, jexlExpression } }: Subscription,
  { t }: PageWords,
): string {
  const { q, mq, georel, geometry, coords, geoproperty } = expression ?? {};
  return [
    attrs.length === 0 ? t('condition.any') : attrs.join(', '),
    q,
    mq && t('condition.metadata', { query: mq }),
    georel && `${geoproperty ? `${geoproperty}: ` : ''}${georel} ${geometry ?? ''} ${coords ?? ''}`,
    jexlExpression,
  ]
    .filter(Boolean)
    .join('; ');
}
