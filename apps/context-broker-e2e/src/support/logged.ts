import type { ServiceProcess } from '@smart-city/testing';
import { eventually } from '@smart-city/testing';

/** Waits until a service has written a text to its log, which it does now and then rather than at once. */
export const logged = (service: ServiceProcess, text: string): Promise<boolean> =>
  eventually(() => service.output().includes(text));
