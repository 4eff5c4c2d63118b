import type { CommitPart } from '../commit-companion';
import type { WriteOperation } from './write-operation';

/** Statements of a port, run in the transaction of the changes that they accompany. */
export class EmbeddedPart implements CommitPart {
  readonly adapter = 'embedded';

  constructor(readonly operations: readonly WriteOperation[]) {}
}

/** @throws Error  another adapter made it */
export function operationsOf(part: CommitPart): readonly WriteOperation[] {
  if (part instanceof EmbeddedPart) return part.operations;
  throw new Error(`a part of the adapter ${part.adapter} in a commit of the embedded store`);
}
