import type { Chapter } from '../step';
import { admin } from './admin';
import { batch } from './batch';
import { frame } from './frame';
import { ngsiv1 } from './ngsiv1';
import { notifying } from './notifying';
import { queries } from './queries';
import { reading } from './reading';
import { registering } from './registering';
import { subscribing } from './subscribing';
import { writing } from './writing';

/** All that is recorded. Administration comes first: it shows what the requests before it have left. */
export const CHAPTERS: readonly Chapter[] = [
  ...admin,
  ...frame,
  ...reading,
  ...queries,
  ...writing,
  ...batch,
  ...subscribing,
  ...notifying,
  ...registering,
  ...ngsiv1,
];
