/** Where the servers of the tests, which are started without a compiler, take theirs from. */
const TEST_SERVERS = '../../../tools/test-servers';

// Loaded with this file: what several test files share may ask for a port after the file that started it.
const loading = import(`${TEST_SERVERS}/free-port.mjs`) as Promise<{ freePort: () => Promise<number> }>;

/** A port that nobody listens on and that no other test process hands out, for what cannot choose its own. */
export const freePort = async (): Promise<number> => (await loading).freePort();
