import { fromRequest } from '../http/parameters';

/** The request itself: pages read more of it than operations of the interface do. */
export const WholeRequest = fromRequest((request) => request);
