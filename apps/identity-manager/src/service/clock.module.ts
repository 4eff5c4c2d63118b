import { Global, Module } from '@nestjs/common';
import { systemClock } from './clock';
import { CLOCK } from './tokens';

/** The time: `@Inject(CLOCK)`. */
@Global()
@Module({ providers: [{ provide: CLOCK, useValue: systemClock }], exports: [CLOCK] })
export class ClockModule {}
