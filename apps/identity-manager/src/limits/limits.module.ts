import { Module } from '@nestjs/common';
import { OPTIONS, type Options } from '../cli/options';
import { AttemptLimiter } from './attempt-limiter';

const limiter = {
  provide: AttemptLimiter,
  useFactory: ({ rateLimit }: Options) => new AttemptLimiter(rateLimit),
  inject: [OPTIONS],
};

@Module({ providers: [limiter], exports: [AttemptLimiter] })
export class LimitsModule {}
