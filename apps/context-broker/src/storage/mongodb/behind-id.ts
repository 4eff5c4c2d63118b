import { ObjectId, type Document, type Filter } from 'mongodb';
import type { PageRequest } from '../page-request';

/** The filter for what comes behind an id in the order of ids. */
export const behindId = (filter: Filter<Document>, { after = '' }: PageRequest): Filter<Document> =>
  after === '' ? filter : { ...filter, _id: { $gt: new ObjectId(after) } };
