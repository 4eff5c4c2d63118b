/** What keeps a server from listening, and what to do about it, by the system's code of the fault. */
const REMEDIES: Readonly<Record<string, (port: number, setting: string) => string>> = {
  EADDRINUSE: (port, setting) =>
    `port ${port} is taken by another process; end that one, or choose another port with ${setting}`,
  EACCES: (port, setting) =>
    `port ${port} is for privileged processes only; choose one from 1024 on with ${setting}`,
  EADDRNOTAVAIL: () => 'the address to listen at is none of this machine',
};

/**
 * A line for whoever starts a service that cannot listen.
 *
 * @param setting  the name of what chooses the port
 * @returns undefined when the error is another one
 */
export function listenFault(error: unknown, port: number, setting: string): string | undefined {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return REMEDIES[code]?.(port, setting);
}
