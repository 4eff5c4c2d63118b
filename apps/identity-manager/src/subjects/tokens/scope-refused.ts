import { Fault } from '../../faults/faults';

/** A scope that cannot be given: not written as one, or with words that exclude each other or that were not granted. */
export class ScopeRefused extends Fault {
  constructor(readonly rule: 'malformed' | 'notGranted') {
    super(`scope: ${rule}`);
  }
}
