import type { Document } from 'mongodb';
import type { Condition, SimpleQuery } from '@smart-city/context';
import { conjunction } from './mongo-conjunction';
import { statementFilter } from './mongo-statement-filter';

/** One condition of `q` or `mq` as a filter; statements as Orion translates them. */
export function conditionFilter(condition: Condition): Document {
  if (condition.kind === 'or') return { $or: condition.branches.map(queryFilter) };
  if (condition.kind === 'not') return { $nor: [queryFilter(condition.query)] };
  return statementFilter(condition);
}

const queryFilter = (query: SimpleQuery): Document => conjunction(query.map(conditionFilter));
