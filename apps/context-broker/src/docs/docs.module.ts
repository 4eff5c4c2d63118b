import { Module } from '@nestjs/common';
import { OpenApiController } from './openapi.controller';

/** The description of the interface. */
@Module({ controllers: [OpenApiController] })
export class DocsModule {}
