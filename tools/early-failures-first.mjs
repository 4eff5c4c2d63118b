import Sequencer from '@jest/test-sequencer';

/** What tells most for the least time comes first: units before services, services before both together. */
const ORDER = ['unit', 'broker-e2e', 'identity-e2e', 'platform-e2e', 'containers'];

export default class extends Sequencer {
  sort(tests) {
    const place = ({ context }) => ORDER.indexOf(context.config.displayName?.name);
    // Within a size jest's own order stays: what failed the last time first, then what takes longest.
    return super.sort(tests).sort((a, b) => place(a) - place(b));
  }
}
