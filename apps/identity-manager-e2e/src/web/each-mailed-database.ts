import { keptForAllFiles } from '@smart-city/testing';
import { eachSharedDatabase, type TestService } from '../each-database';
import { Mailbox } from './mailbox';

/** The mail server of all test files of this process: each reads the mails to its own users. */
export const mailbox = await keptForAllFiles('mail server', async () => {
  const opened = await Mailbox.open();
  opened.unref();
  return { mailbox: opened, kill: () => undefined, end: () => opened.close() };
}).then((kept) => kept.mailbox);

/** Tests on every database of a service that sends to {@link mailbox}, offers the second factor and counts no requests. */
export function eachMailedDatabase(tests: (service: () => TestService) => void): void {
  eachSharedDatabase(tests, {
    IDM_ENABLE_2FA: 'true',
    IDM_RATE_LIMIT_ENABLED: 'false',
    ...mailbox.env,
  });
}
