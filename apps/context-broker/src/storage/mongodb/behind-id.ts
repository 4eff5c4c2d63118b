import type { Document, Filter } from 'mongodb';
import type { PageRequest } from '../page-request';
import { documentId } from './document-id';

/** The filter for what comes behind an id in the order of ids. */
export const behindId = (filter: Filter<Document>, { after = '' }: PageRequest): Filter<Document> =>
  after === '' ? filter : ({ ...filter, _id: { $gt: documentId(after) } } as Filter<Document>);
