import { Module } from '@nestjs/common';
import { ConsentsRepository } from './consents.repository';
import { ConsentsService } from './consents.service';

/** Which applications a user lets in. */
@Module({ providers: [ConsentsRepository, ConsentsService], exports: [ConsentsService] })
export class ConsentsModule {}
