export { ServiceState } from './service-state';
export { StoppableServer, type StopServingOptions } from './stoppable-server';
export { keepFilesPrivate } from './private-files';
export { closeUnreadBodies, requestTimeouts } from './request-limits';
export { reportSilentEnd } from './silent-end';
