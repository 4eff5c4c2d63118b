import { Injectable } from '@nestjs/common';
import { AttemptLimiter } from '../../limits/attempt-limiter';
import { emailKey } from './email-address';

/** Bounds the mails that somebody can have sent. */
@Injectable()
export class MailLimit {
  constructor(private readonly limiter: AttemptLimiter) {}

  /**
   * Counts a mail that somebody asked for against the address mailed to and the address asking.
   *
   * @throws TooMany when there were too many
   */
  async count(email: string, address: string | undefined): Promise<void> {
    const attempt = { kind: 'mail', account: emailKey(email) } as const;
    await this.limiter.reserve(attempt, address, async () => undefined);
  }
}
