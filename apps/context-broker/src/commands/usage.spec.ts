import { parseCommandLine } from './command-line';

const usageAt = async (version: string, flag: '-u' | '-U') => {
  const result = await parseCommandLine([flag, '-compatVersion', version], {});
  return 'stdout' in result ? (result.stdout ?? '') : '';
};

describe('usage (docs/behaviour/context-broker.md, "Command line")', () => {
  it('names the parameters of Orion, in its order, and no other', async () => {
    const flags = [...(await usageAt('4.7.0', '-u')).matchAll(/option '(-\w+)'/g)].map(([, flag]) => flag);
    expect(flags.join(' ')).toBe(
      '-U -u -logDir -t -logLevel -logAppend -fg -localIp -port -pidpath -dbURI -dbpwd -db -dbPoolSize ' +
        '-ipv4 -ipv6 -https -key -cert -multiservice -httpTimeout -mqttTimeout -kafkaTimeout -reqTimeout ' +
        '-reqMutexPolicy -writeConcern -corsOrigin -corsMaxAge -cprForwardLimit -subCacheIval -noCache ' +
        '-connectionMemory -maxConnections -reqPoolSize -inReqPayloadMaxSize -outReqMsgMaxSize ' +
        '-notificationMode -notifFlowControl -simulatedNotification -statCounters -statSemWait -statTiming ' +
        '-statNotifQueue -logSummary -relogAlarms -disableCustomNotifications -disableFileLog -logForHumans ' +
        '-logLineMaxSize -logInfoPayloadMaxSize -disableMetrics -insecureNotif -mqttMaxAge -kafkaMaxAge -logDeprecate',
    );
  });

  it('names those of databases and NGSIv1 while they are there', async () => {
    const usage = await usageAt('3.12.0', '-u');
    for (const flag of ['-dbhost', '-rplSet', '-dbDisableRetryWrites', '-strictNgsiv1Ids', '-disableNgsiv1'])
      expect(usage).toContain(`[option '${flag}' `);
  });

  it('shows our own with -U', async () => {
    for (const flag of ['-authz', '-logFormat', '-notifRetries', '-queryTimeout'])
      expect(await usageAt('4.7.0', '-U')).toContain(`[option '${flag}' `);
  });
});
