import type { Entity } from '@smart-city/context';
import type { ForwardedQuery } from '../../entities/forwarding-port';
import type { ProviderQuery } from './provider-request';

/** What a provider answered to a query. */
export interface ForwardedAnswer {
  readonly entities: readonly Entity[];
  /** `Fiware-Total-Count`, 0 when the provider sent none. */
  readonly count: number;
}

/**
 * What the client may see of an answer. Nobody knows in which service path a provider has its entities: they are where their
 * registration is, in all of those paths where several were asked for at once. How many more there are is not told.
 */
export function seenAnswer(
  answer: ForwardedAnswer,
  { servicePaths }: Pick<ProviderQuery, 'servicePaths'>,
  seenOf: ForwardedQuery['seenOf'],
): ForwardedAnswer {
  if (seenOf === undefined) return answer;
  const entities = answer.entities.flatMap((entity) => {
    const seen = servicePaths.reduce<Entity | undefined>(
      (rest, servicePath) => rest && seenOf({ ...rest, servicePath }),
      entity,
    );
    return seen === undefined ? [] : [{ ...seen, servicePath: entity.servicePath }];
  });
  return { entities, count: Math.min(answer.count, entities.length) };
}
