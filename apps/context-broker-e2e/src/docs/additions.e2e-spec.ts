import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { freePort, runScript } from '@smart-city/testing';
import { sharedBroker, startBroker } from '../support/each-store';

/** What a page says the broker is started with, where that is more than `npm start` does: a line of its own, `Start: ...`. */
const flagsOf = (page: string) => /^Start: `context-broker (.*)`/m.exec(page)?.[1]?.split(' ') ?? [];

/** The `sh` blocks of a page, in order, each with the `json` or `text` block right after it: what it prints. */
function examplesOf(page: string) {
  const blocks = /^```sh\n([\s\S]*?)^```\n(?:\n```(?:json|text)\n([\s\S]*?)^```\n)?/gm;
  return [...page.matchAll(blocks)].map(([, lines = '', printed]) => ({ lines, printed }));
}

/** Files that flags of pages name. */
function prepareFiles(folder: string): void {
  const archive = {
    url: 'http://127.0.0.1:9/in',
    basic: { user: 'u', password: 'p' },
    headers: { 'X-Tenant': '7' },
  };
  // The page lists headers as they are sent: those of the file first.
  writeFileSync(join(folder, 'endpoints.json'), JSON.stringify({ archive }), { mode: 0o600 });
}

/**
 * Pages with one flag each, which changes nothing that another of them prints: they share a broker that has them all. Pages with the same
 * flag are not among them: one that forgot it would not miss it.
 */
const WITH_FLAGS_APART = ['etag', 'notification-attempts', 'numbers', 'registration-patch'];

/** Pages with examples of what Orion does not have. */
const PAGES = [
  ...globSync('docs/additions/!(README).md'),
  ...['history', 'ngsi-ld', 'migrating-to-ngsi-ld'].map((name) => `docs/${name}.md`),
];

const pageOf = (name: string) =>
  readFileSync(
    PAGES.find((file) => basename(file, '.md') === name)!,
    'utf8',
  );

/** Gives curl a tenant for all that a page sends, so that pages may share a broker. */
function sendAs(folder: string, tenant: string): void {
  writeFileSync(join(folder, '.curlrc'), `header = "Fiware-Service: ${tenant}"\n`);
}

describe('the additions to Orion print what their pages say', () => {
  let folder: string;
  let own: Awaited<ReturnType<typeof startBroker>> | undefined;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'additions-'));
  });
  afterEach(async () => {
    await own?.stop();
    own = undefined;
    rmSync(folder, { recursive: true, force: true });
  });

  const brokerFor = async (name: string) => {
    const flags = flagsOf(pageOf(name));
    if (flags.length === 0) return sharedBroker();
    if (WITH_FLAGS_APART.includes(name))
      return sharedBroker(
        undefined,
        WITH_FLAGS_APART.flatMap((one) => flagsOf(pageOf(one))),
      );
    own = await startBroker(
      undefined,
      flags.map((flag) => flag.replace('$PAGE', folder)),
    );
    return own;
  };

  it.each(PAGES)('of %s', async (file) => {
    const name = basename(file, '.md');
    const examples = examplesOf(pageOf(name));
    expect(examples.filter(({ printed }) => printed !== undefined)).not.toEqual([]);
    prepareFiles(folder);
    sendAs(folder, name.replaceAll('-', '_'));
    const address = new URL((await brokerFor(name)).url).host;
    const receiverPort = String(await freePort());
    for (const { lines, printed } of examples) {
      const script = lines.replace(/\b1028\b/g, receiverPort).replaceAll('localhost:1026', address);
      const { status, stdout, stderr } = runScript(script, {
        env: { PAGE: folder, CURL_HOME: folder },
      });
      expect({ lines, status, stderr }).toMatchObject({ status: 0 });
      if (printed !== undefined) expect(stdout.trim()).toBe(printed.trim());
    }
  });
});
