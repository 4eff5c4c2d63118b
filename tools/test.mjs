// `npm test`, under any Node: finds one that is new enough, then tools/run-tests.mjs does the work.
import { onSupportedNode } from './supported-node.mjs';

await onSupportedNode(() => import('./run-tests.mjs'));
