// `npm run build`, under any Node: finds one that is new enough, then tools/build-both.mjs does the work.
import { onSupportedNode } from './supported-node.mjs';

await onSupportedNode(() => import('./build-both.mjs'));
