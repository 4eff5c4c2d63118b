import { Module } from '@nestjs/common';
import { OPTIONS, type Options } from '../cli/options';
import { Caches } from './timed-cache';

const caches = {
  provide: Caches,
  useFactory: ({ cacheMaxAgeMs }: Options) => new Caches(cacheMaxAgeMs),
  inject: [OPTIONS],
};

@Module({ providers: [caches], exports: [Caches] })
export class CachesModule {}
