export { workerFile } from './worker-file';
