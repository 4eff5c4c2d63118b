import { keptForAllFiles } from '@smart-city/testing';
import { eachSharedDatabase, type TestService } from '../each-database';
import { Mailbox } from './mailbox';

let opened: Mailbox | undefined;

/**
 * Returns the mail server of all test files of this process: each reads the mails to its own users.
 *
 * @throws Error before the service of {@link eachMailedDatabase} runs
 */
export function mailbox(): Mailbox {
  if (opened === undefined) throw new Error('no mail server is open');
  return opened;
}

async function open(): Promise<Mailbox> {
  const kept = await keptForAllFiles('mail server', async () => {
    const mailbox = await Mailbox.open();
    mailbox.unref();
    return { mailbox, kill: () => undefined, end: () => mailbox.close() };
  });
  opened = kept.mailbox;
  return opened;
}

/** Tests on every database of a service that sends to {@link mailbox}, offers the second factor and counts no requests. */
export function eachMailedDatabase(tests: (service: () => TestService) => void): void {
  eachSharedDatabase(tests, async () => ({
    IDM_ENABLE_2FA: 'true',
    IDM_RATE_LIMIT_ENABLED: 'false',
    ...(await open()).env,
  }));
}
