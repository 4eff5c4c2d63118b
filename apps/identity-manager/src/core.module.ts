import { Global, Module, type DynamicModule } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import { ApplicationsService } from './applications/applications.service';
import { AuditLog } from './audit/audit-log';
import { OPTIONS, type Options } from './cli/options';
import { rows } from './database/rows';
import { loadEncryptionKey, SecretCipher } from './database/secret-cipher';
import { Sql } from './database/sql';
import { systemClock } from './http/clock';
import { Logger } from './http/logger';
import { PublicUrl } from './http/public-url';
import { CLOCK } from './http/tokens';
import { ApiTokensService } from './tokens/api-tokens.service';
import { PasswordHasher } from './users/password-hasher';
import { UsersService } from './users/users.service';

const services = [UsersService, ApplicationsService, ApiTokensService];

/** What every area uses: settings, database, secrets, users, applications. All singletons. */
@Global()
@Module({})
export class CoreModule {
  static register(options: Options, dataSource: DataSource, log: Logger): DynamicModule {
    const sql = new Sql(dataSource);
    const typeOrm = TypeOrmModule.forRootAsync({
      useFactory: () => dataSource.options,
      dataSourceFactory: async () => dataSource,
    });
    const repositories = TypeOrmModule.forFeature([...rows]);
    const providers = [
      { provide: OPTIONS, useValue: options },
      { provide: CLOCK, useValue: systemClock },
      { provide: Logger, useValue: log },
      { provide: Sql, useValue: sql },
      { provide: PublicUrl, useValue: new PublicUrl(options.publicUrl) },
      { provide: SecretCipher, useValue: new SecretCipher(loadEncryptionKey(options)) },
      { provide: PasswordHasher, useValue: new PasswordHasher(options.legacyEncryptionKey) },
      { provide: AuditLog, useValue: new AuditLog(sql, systemClock, log) },
      ...services,
    ];
    return {
      module: CoreModule,
      imports: [typeOrm, repositories],
      providers,
      exports: [...providers, repositories],
    };
  }
}
