import { Module } from '@nestjs/common';
import { AuditModule } from '../audit/audit.module';
import { JwtSigner } from './jwt-signer';
import { SigningKeysRepository } from './signing-keys.repository';
import { SigningKeys } from './signing-keys.service';

/** Key pairs that sign tokens, and their turn. */
@Module({
  imports: [AuditModule],
  providers: [SigningKeysRepository, SigningKeys, JwtSigner],
  exports: [SigningKeys, JwtSigner],
})
export class KeysModule {}
