import { Module } from '@nestjs/common';
import { OPTIONS, type Options } from '../../cli/options';
import { Logger } from '../../service/logger';
import { Mailer } from './mailer';

/** Mails over SMTP. */
@Module({
  providers: [
    {
      provide: Mailer,
      useFactory: ({ mail }: Options, log: Logger) => new Mailer(mail, log),
      inject: [OPTIONS, Logger],
    },
  ],
  exports: [Mailer],
})
export class MailModule {}
