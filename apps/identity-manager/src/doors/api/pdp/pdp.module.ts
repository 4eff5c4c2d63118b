import { Module } from '@nestjs/common';
import { ApiModule } from '../api.module';
import { PdpController } from './pdp.controller';

/** There on PDP level payload only, as in Keyrock. */
@Module({ imports: [ApiModule], controllers: [PdpController] })
export class PdpModule {}
