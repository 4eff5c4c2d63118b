import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { keptForAllFiles, runScript, startService, type ServiceProcess } from '@smart-city/testing';

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

/** A broker as `npm start` gives it, for all pages that ask for no more. */
const pagesBroker = () =>
  keptForAllFiles('context broker of pages', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'additions-'));
    const broker = await startPageBroker(folder, ['-multiservice']);
    broker.unref();
    const remove = () => rmSync(folder, { recursive: true, force: true });
    return {
      url: broker.url,
      kill() {
        broker.process.kill('SIGKILL');
        remove();
      },
      async end() {
        broker.process.ref();
        await broker.stop('SIGKILL');
        remove();
      },
    };
  });

const startPageBroker = (folder: string, flags: readonly string[]): Promise<ServiceProcess> =>
  startService('context-broker', {
    args: [
      ...['-fg', '-port', '0', '-disableFileLog', '-pidpath', join(folder, 'pid')],
      ...['-dbURI', `sqlite:${join(folder, 'data')}`],
      ...flags.map((flag) => flag.replace('$PAGE', folder)),
    ],
  });

/** Gives curl a tenant for all that a page sends, so that pages may share a broker. */
function sendAs(folder: string, tenant: string): void {
  writeFileSync(join(folder, '.curlrc'), `header = "Fiware-Service: ${tenant}"\n`);
}

describe('the additions to Orion print what their pages say', () => {
  let folder: string;
  let own: ServiceProcess | undefined;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'additions-'));
  });
  afterEach(async () => {
    await own?.stop();
    own = undefined;
    rmSync(folder, { recursive: true, force: true });
  });

  it.each(globSync('docs/additions/!(README).md'))('of %s', async (file) => {
    const page = readFileSync(file, 'utf8');
    prepareFiles(folder);
    const examples = examplesOf(page);
    expect(examples.filter(({ printed }) => printed !== undefined)).not.toEqual([]);
    const flags = flagsOf(page);
    if (flags.length > 0) own = await startPageBroker(folder, flags);
    else sendAs(folder, basename(file, '.md').replaceAll('-', '_'));
    const address = new URL((own ?? (await pagesBroker())).url).host;
    for (const { lines, printed } of examples) {
      const { status, stdout, stderr } = runScript(lines.replaceAll('localhost:1026', address), {
        env: { PAGE: folder, CURL_HOME: folder },
      });
      expect({ lines, status, stderr }).toMatchObject({ status: 0 });
      if (printed !== undefined) expect(stdout.trim()).toBe(printed.trim());
    }
  });
});
