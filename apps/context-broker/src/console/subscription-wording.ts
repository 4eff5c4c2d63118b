import type { SubjectEntity, Subscription } from '@smart-city/ngsi';

/** What a subscription is called where there is little room. */
export const nameOfSubscription = ({ id, description }: Subscription): string => description || id;

/** Which entities it is about: `Room1 of type Room`, `any of type Room`, `ids like ^R`. */
export function subjectText({ entities }: Subscription): string {
  return entities.map(entityText).join('; ');
}

function entityText({ id, idPattern, type, typePattern }: SubjectEntity): string {
  const which = id ?? (idPattern === undefined || idPattern === '.*' ? 'any' : `ids like ${idPattern}`);
  if (type !== undefined) return `${which} of type ${type}`;
  if (typePattern !== undefined && typePattern !== '.*') return `${which} of types like ${typePattern}`;
  return which === 'any' ? 'any entity' : which;
}

/** What makes it fire: `temperature, humidity` or `any attribute`, with what its expression asks for. */
export function conditionText({ condition: { attrs, expression, jexlExpression } }: Subscription): string {
  const { q, mq, georel, geometry, coords, geoproperty } = expression ?? {};
  return [
    attrs.length === 0 ? 'any attribute' : attrs.join(', '),
    q,
    mq && `metadata: ${mq}`,
    georel && `${geoproperty ? `${geoproperty}: ` : ''}${georel} ${geometry ?? ''} ${coords ?? ''}`,
    jexlExpression,
  ]
    .filter(Boolean)
    .join('; ');
}
