import { runInNewContext } from 'node:vm';
import { FOLLOW } from './follow-script';

const CLOSED = 2;
const SAID = { one: '1 change.', many: '{count} changes.', unsure: 'Unsure.', lost: 'Lost.', again: 'Again' };

/** A stream as a browser has it. */
interface Source {
  readyState: number;
  onopen: () => void;
  onerror: () => void;
  readonly told: Map<string, () => void>;
}

/** The part of a page that follows, with the words that its note has. */
interface Part {
  readonly dataset: { readonly follow: string };
  said: string;
  readonly hasAttribute: () => boolean;
  readonly querySelector: () => {
    readonly dataset: typeof SAID;
    readonly replaceChildren: (what: string, link: { textContent: string }) => void;
  };
  readonly replaceWith: (fresh: Part) => void;
}

/** One page with one part that follows, run by hand: its timers end when they are told to. */
function openPage(renews: boolean) {
  const sources: Source[] = [];
  const timers: (() => void)[] = [];
  const page = { visibilityState: 'visible', attend: () => {}, renewed: 0 };
  const partOf = (): Part => {
    const part: Part = {
      dataset: { follow: '/changes' },
      said: '',
      hasAttribute: () => renews,
      querySelector: () => ({
        dataset: SAID,
        replaceChildren: (what, link) => {
          part.said = what + link.textContent;
        },
      }),
      replaceWith: (fresh) => {
        page.renewed += 1;
        shown = fresh;
      },
    };
    return part;
  };
  let shown = partOf();
  class EventSource implements Source {
    static readonly CLOSED = CLOSED;
    readyState = 0;
    readonly told = new Map<string, () => void>();
    onopen = () => {};
    onerror = () => {};
    constructor() {
      sources.push(this);
    }
    addEventListener(kind: string, listener: () => void): void {
      this.told.set(kind, listener);
    }
    close(): void {
      this.readyState = CLOSED;
    }
  }
  runInNewContext(FOLLOW, {
    EventSource,
    location: { href: '/page' },
    setTimeout: (work: () => void) => timers.push(work),
    isAtRest: () => true,
    load: () => Promise.resolve({ querySelector: partOf }),
    document: {
      get visibilityState() {
        return page.visibilityState;
      },
      createElement: () => ({}),
      querySelectorAll: () => [shown],
      addEventListener: (_: string, attend: () => void) => void (page.attend = attend),
    },
  });
  return {
    page,
    source: () => sources.at(-1)!,
    said: () => shown.said,
    /** What was to be done soon is done. */
    pass: async (): Promise<void> => {
      for (const work of timers.splice(0)) work();
      await new Promise(setImmediate);
    },
    refuse: (): void => {
      sources.at(-1)!.readyState = CLOSED;
      sources.at(-1)!.onerror();
    },
    look: (visibilityState: 'visible' | 'hidden'): void => {
      page.visibilityState = visibilityState;
      page.attend();
    },
  };
}

describe('the script that follows changes', () => {
  it('says how much has changed', async () => {
    const { source, said, pass } = openPage(false);
    source().onopen();
    await pass();
    expect(said()).toBe('');
    source().told.get('create')!();
    source().told.get('update')!();
    await pass();
    expect(said()).toBe('2 changes. Again');
  });

  it.each([true, false])('says when it is told of nothing any more (renews: %s)', async (renews) => {
    const { source, said, pass, refuse } = openPage(renews);
    source().onopen();
    refuse();
    expect(said()).toBe('Lost. Again');
    await pass();
    expect(said()).toBe('Lost. Again');
  });

  it('goes on when the browser connects again by itself, sure of what it has unless it is told to start anew', async () => {
    const { source, said, pass } = openPage(false);
    source().onopen();
    source().onerror();
    source().onopen();
    await pass();
    expect(said()).toBe('');
    source().told.get('reset')!();
    await pass();
    expect(said()).toBe('Unsure. Again');
  });

  it.each(['hidden', 'refused'])('is not sure of what happened while it was %s', async (how) => {
    const { source, said, pass, refuse, look } = openPage(false);
    if (how === 'hidden') source().onopen();
    else refuse();
    look('hidden');
    look('visible');
    source().onopen();
    await pass();
    expect(said()).toBe('Unsure. Again');
  });

  it('renews what it shows once the stream is open, and with each change', async () => {
    const { page, source, said, pass } = openPage(true);
    source().onopen();
    await pass();
    source().told.get('update')!();
    await pass();
    expect([page.renewed, said()]).toEqual([2, '']);
  });
});
