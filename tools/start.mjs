// `npm start`, under any Node: finds one that is new enough, then tools/start-services.mjs does the work.
import { onSupportedNode } from './supported-node.mjs';

await onSupportedNode(() => import('./start-services.mjs'));
