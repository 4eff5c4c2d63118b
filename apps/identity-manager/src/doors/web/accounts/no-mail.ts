import type { MailServer } from '../../../subjects/mail/mail-server';

/**
 * What a page that mails a link has to say when it cannot: a message key; undefined when mails go. The same for every
 * address: whether it has an account makes no difference.
 */
export const noMail = async (mail: MailServer): Promise<string | undefined> =>
  (await mail.state()).works ? undefined : 'recovery.noMail';
