import type { BrokerOptions } from '../../cli/options';

const ATTEMPTS_OF_THE_CONSOLE = 10;

/** How many attempts of a subscription are remembered; 0: none. */
export const keptAttempts = ({ notifAttempts, adminConsole }: BrokerOptions): number =>
  notifAttempts > 0 ? notifAttempts : adminConsole ? ATTEMPTS_OF_THE_CONSOLE : 0;
