/** Work that was given up because it would take the event loop for too long. The text says which, and what bounds it. */
export class TooCostly extends Error {
  override readonly name: string = 'TooCostly';
}
