export { ServiceState } from './service-state';
export { StoppableServer, type StopServingOptions } from './stoppable-server';
export { keepFilesPrivate } from './private-files';
export { closeUnreadBodies, isAnswered, refuseUnparsed, requestTimeouts } from './request-limits';
export { reportSilentEnd } from './silent-end';
export { readAddressFile, writeAddressFile } from './address-file';
export { probeReadiness, type Readiness } from './probe-readiness';
export { ensureWritableFolder, FolderNotWritable } from './writable-folder';
export { operatorRefusal, type OperatorAccess } from './operator-access';
