import { Module } from '@nestjs/common';
import { OPTIONS, type Options } from '../cli/options';
import { PublicUrl } from './public-url';

const publicUrl = {
  provide: PublicUrl,
  useFactory: ({ publicUrl: configured, https }: Options) => new PublicUrl(configured, https !== undefined),
  inject: [OPTIONS],
};

@Module({ providers: [publicUrl], exports: [PublicUrl] })
export class PublicUrlModule {}
