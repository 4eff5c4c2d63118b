import { Module } from '@nestjs/common';
import { DecisionsModule } from '../../../subjects/decisions/decisions.module';
import { ApiModule } from '../api.module';
import { PdpController } from './pdp.controller';

/** There on PDP level payload only, as in Keyrock. */
@Module({ imports: [ApiModule, DecisionsModule], controllers: [PdpController] })
export class PdpModule {}
