import type { LdEntityTest, TemporalAttribute } from '@smart-city/ngsild';
import { atOnce, byAttribute, type PastEntity } from './past-entities.service';
import type { PastReader } from './past-reader';

const ALL = Number.MAX_SAFE_INTEGER - 1;

/** Tells which entities a query of the past is about: those for which the filter holds of instances within its window. */
export class MatchedPast {
  /**
   * @param needsValues  the filter looks at values, and not only at what is there
   */
  constructor(
    private readonly reader: PastReader,
    private readonly test: LdEntityTest,
    private readonly needsValues: boolean,
  ) {}

  /** The first so many of these that match, in their order. */
  async first(entities: readonly PastEntity[], wanted: number): Promise<readonly PastEntity[]> {
    const matching: PastEntity[] = [];
    for (const entity of entities) {
      if (matching.length >= wanted) break;
      if (await this.matches(entity)) matching.push(entity);
    }
    return matching;
  }

  private async matches(entity: PastEntity): Promise<boolean> {
    const attributes: TemporalAttribute[] = [];
    for (const [name, series] of byAttribute(entity)) {
      const lists = [];
      for (const one of series) lists.push(await this.reader.read(one, this.needsValues ? ALL : 1));
      const instances = lists.flat();
      if (instances.length > 0) attributes.push({ name, instances });
    }
    return attributes.length > 0 && this.test(atOnce(entity, attributes));
  }
}
