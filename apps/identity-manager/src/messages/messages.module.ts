import { Module } from '@nestjs/common';
import { OPTIONS, type Options } from '../cli/options';
import { findAssets } from '../service/assets';
import { Messages } from './messages';

/** The texts of pages and mails, in each language. */
@Module({
  providers: [
    {
      provide: Messages,
      useFactory: ({ defaultLanguage }: Options) => new Messages(`${findAssets()}messages/`, defaultLanguage),
      inject: [OPTIONS],
    },
  ],
  exports: [Messages],
})
export class MessagesModule {}
