import { Module } from '@nestjs/common';
import { ConsentsService } from './consents.service';

/** Which applications a user lets in. */
@Module({ providers: [ConsentsService], exports: [ConsentsService] })
export class ConsentsModule {}
