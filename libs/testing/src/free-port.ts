/** Where the servers of the tests, which are started without a compiler, take theirs from. */
const TEST_SERVERS = '../../../tools/test-servers';

/** A port that nobody listens on and that no other test process hands out, for what cannot choose its own. */
export async function freePort(): Promise<number> {
  const found = (await import(`${TEST_SERVERS}/free-port.mjs`)) as { freePort: () => Promise<number> };
  return found.freePort();
}
