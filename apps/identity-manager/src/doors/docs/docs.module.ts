import { PublicUrlModule } from '../../service/public-url.module';
import { Module } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { DocsController } from './docs.controller';

@Module({ imports: [DiscoveryModule, PublicUrlModule], controllers: [DocsController] })
export class DocsModule {}
