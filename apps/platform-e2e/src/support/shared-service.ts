import { keptForAllFiles, type ServiceProcess } from '@smart-city/testing';

/**
 * Starts a service once for all test files of this process, which ends with them: each makes its own tenants, applications and
 * people there, stops nothing and counts nothing.
 */
export async function sharedService<T extends { dispose(): Promise<void> }>(
  name: string,
  start: () => Promise<T>,
  processOf: (service: T) => ServiceProcess,
): Promise<T> {
  const { service } = await keptForAllFiles(name, async () => {
    const service = await start();
    const running = processOf(service);
    running.unref();
    return {
      service,
      kill: () => void running.process.kill('SIGKILL'),
      async end() {
        running.process.ref();
        await running.stop('SIGKILL');
        await service.dispose();
      },
    };
  });
  return service;
}
