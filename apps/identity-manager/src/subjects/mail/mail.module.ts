import { Module } from '@nestjs/common';
import { OPTIONS, type Options } from '../../cli/options';
import { Logger } from '../../service/logger';
import { MailServer } from './mail-server';
import { Mailer } from './mailer';

/** Mails over SMTP. */
@Module({
  providers: [
    {
      provide: MailServer,
      useFactory: ({ mail }: Options, log: Logger) => new MailServer(mail, log),
      inject: [OPTIONS, Logger],
    },
    {
      provide: Mailer,
      useFactory: (server: MailServer, log: Logger) => new Mailer(server, log),
      inject: [MailServer, Logger],
    },
  ],
  exports: [MailServer, Mailer],
})
export class MailModule {}
