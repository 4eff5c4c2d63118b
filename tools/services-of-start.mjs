/**
 * Returns the two services that `npm start` starts, with their arguments, and completes their environment: what only operators need is
 * served to this machine, and only this machine reaches the services, unless the environment says otherwise.
 *
 * @param {Record<string, string | undefined>} environment  of the services; settings that are missing are added
 */
export function servicesOfStart(environment) {
  const host = environment.HOST || '127.0.0.1';
  environment.IDM_METRICS_FROM ??= 'loopback';
  environment.IDM_LISTEN_ADDRESS ??= host;
  const brokerHost = environment.ORION_LOCALIP || host;
  const settings = {
    '-adminFrom': environment.ORION_ADMIN_FROM ?? 'loopback',
    '-history': environment.ORION_HISTORY ?? 'on',
    '-localIp': brokerHost,
    '-pidpath': 'data/context-broker.pid',
  };
  const switches = ['-fg', '-multiservice', '-adminConsole', '-disableFileLog'];
  return {
    hosts: [...new Set([brokerHost, environment.IDM_LISTEN_ADDRESS])],
    services: [
      { name: 'context-broker', args: [...switches, ...Object.entries(settings).flat()] },
      { name: 'identity-manager', args: [] },
    ],
  };
}
