/** A command that was called in a wrong way; the message comes with the usage. */
export class BadUsage extends Error {}

/** A command that cannot do its work; the message is for the operator. */
export class CommandFailed extends Error {}
