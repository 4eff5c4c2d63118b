import type { TypeFact } from '../../ld-query';
import type { SqlCondition } from '../sql-condition';

/** First types from the statistics that writes keep; others from the entities that have them. */
export const TYPE_FACTS: SqlCondition = {
  sql: `SELECT type, 0, attr, attr_type, sum(n) FROM type_stats GROUP BY type, attr, attr_type
    UNION ALL SELECT type, 1, '', '', count(*) FROM further_types GROUP BY type
    UNION ALL SELECT further.type, 1, item.key, coalesce(item.value ->> '$.k', item.value ->> '$.t'), count(*)
      FROM further_types AS further CROSS JOIN entities ON entities.key = further.entity
      CROSS JOIN json_each(entities.doc) AS item GROUP BY 1, 3, 4`,
  parameters: [],
};

/** Reads a row of {@link TYPE_FACTS}. */
export const toTypeFact = ([type, isFurther, name, attributeType, count]: readonly unknown[]): TypeFact => ({
  type: String(type),
  isFurther: isFurther === 1,
  ...(name !== '' && { attribute: { name: String(name), type: String(attributeType) } }),
  count: Number(count),
});
