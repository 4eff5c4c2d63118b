// Loaded before everything else, by any Node from 14 on: an older Node crashes as soon as it loads our native parts.

/** Oldest Node that the services run on; `engines` of package.json says the same. */
const OLDEST = 22;

/**
 * Calls `start` when this Node is new enough. Otherwise runs the same command under the Node that `npm start` fetched, and ends with
 * its exit code. Where none was fetched, prints one line and ends with 2.
 *
 * @param main  address (`file:`) of the program's main.js, in `dist/apps/<app>`
 * @param version  of this Node
 */
export async function onSupportedNode(
  main: string,
  start: () => Promise<unknown>,
  version = process.versions.node,
): Promise<void> {
  if (Number(version.split('.')[0]) >= OLDEST) {
    await start();
    return;
  }
  // A Node that is new enough need not load this.
  const { fetchedNode, runUnder } = await import('./fetched-node');
  const fetched = fetchedNode(main);
  if (fetched === undefined) {
    process.stderr.write(
      `Node ${version} is too old: Node ${OLDEST} or later is needed. Install it (https://nodejs.org), or run \`npm start\` once, which fetches one.\n`,
    );
    process.exitCode = 2;
    return;
  }
  await runUnder(fetched);
}
