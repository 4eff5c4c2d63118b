export { onSupportedNode } from './on-supported-node';
