import { Module } from '@nestjs/common';
import { Messages } from '@smart-city/messages';
import { OPTIONS, type Options } from '../cli/options';
import { CATALOGUE } from './catalogue';

/** The texts of pages and mails, in each language. */
@Module({
  providers: [
    {
      provide: Messages,
      useFactory: ({ defaultLanguage }: Options) => new Messages(CATALOGUE, defaultLanguage),
      inject: [OPTIONS],
    },
  ],
  exports: [Messages],
})
export class MessagesModule {}
