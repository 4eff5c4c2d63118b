import { Module } from '@nestjs/common';
import { AuditModule } from '../audit/audit.module';
import { SigningKeysRepository } from './signing-keys.repository';
import { SigningKeys } from './signing-keys.service';

/** Key pairs that sign id tokens, and their turn. */
@Module({ imports: [AuditModule], providers: [SigningKeysRepository, SigningKeys], exports: [SigningKeys] })
export class KeysModule {}
