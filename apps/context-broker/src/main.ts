#!/usr/bin/env node
import { onSupportedNode } from '@smart-city/supported-node';

// Everything else is loaded later: an older Node crashes when it loads native parts.
await onSupportedNode(import.meta.url, () => import('./start'));
