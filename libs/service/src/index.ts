export { ServiceState } from './service-state';
export { StoppableServer, type StopServingOptions } from './stoppable-server';
export { keepFilesPrivate } from './private-files';
export { closeUnreadBodies, isAnswered, refuseUnparsed, requestTimeouts } from './request-limits';
export { reportSilentEnd } from './silent-end';
export { keepAddressFile, readAddressFile, writeAddressFile } from './address-file';
export { probeReadiness, type Readiness } from './probe-readiness';
export { ensureWritableFolder, FolderNotWritable, makeFolder } from './writable-folder';
export { isLoopback, operatorRefusal, type OperatorAccess } from './operator-access';
export { listenFault } from './listen-fault';
export { errorMessage, errorStack } from './error-message';
export { escapeMarkup } from './escape-markup';
export { LatestMap } from './latest-map';
export { FairQueue } from './fair-queue';
export { stopOnSignals, type Stop } from './stop-on-signals';
export { withDeadline } from './with-deadline';
export { unreadyReason, type UnreadyReason } from './unready-reason';
export { BadUsage, CommandFailed } from './command-error';
export { askReadiness } from './ask-readiness';
export {
  endWith,
  printed,
  runSubcommand,
  asksForHelp,
  type CommandResult,
  type Subcommand,
} from './subcommand';
export { workerFile } from './worker-file';
