/**
 * Runs npm: the one that runs this script, if npm does, under the Node of this process; else the one of the PATH.
 *
 * @param start  `spawn` or `spawnSync`
 */
export function npm(start, args, options) {
  const cli = process.env.npm_execpath;
  if (cli && /npm-cli\.[cm]?js$/.test(cli)) return start(process.execPath, [cli, ...args], options);
  // A command script on Windows, which only a shell can run.
  return start('npm', args, { ...options, shell: process.platform === 'win32' });
}
