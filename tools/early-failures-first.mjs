import { readFileSync } from 'node:fs';
import Sequencer from '@jest/test-sequencer';

/** What tells most for the least time comes first: units before services, services before both together. */
const ORDER = ['unit', 'broker-e2e', 'identity-e2e', 'platform-e2e', 'containers'];

const place = ({ context }) => ORDER.indexOf(context.config.displayName?.name);

const usesChromium = ({ path }) => /\b(?:openChromium|inChromium)\b/.test(readFileSync(path, 'utf8'));

export default class extends Sequencer {
  sort(tests) {
    // Within a size jest's own order stays: what failed the last time first, then what takes longest.
    return sharingChromium(super.sort(tests).sort((a, b) => place(a) - place(b)));
  }
}

/** Those of a size that use Chromium follow the first of them: started once, it waits a little for the next. */
function sharingChromium(tests) {
  const browsing = Map.groupBy(tests.filter(usesChromium), place);
  return tests.flatMap((test) => {
    const group = browsing.get(place(test)) ?? [];
    if (!group.includes(test)) return [test];
    return group[0] === test ? group : [];
  });
}
