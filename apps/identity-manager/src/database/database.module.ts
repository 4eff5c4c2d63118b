import { Global, Module, type DynamicModule } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import { OPTIONS, type Options } from '../cli/options';
import { CleanupService } from './cleanup.service';
import { rows } from './entities/rows';
import { loadEncryptionKey, SecretCipher } from './secret-cipher';
import { DatabaseHealth } from './database-health';
import { openSql } from './open-sql';
import { Sql } from './sql';

const cipher = {
  provide: SecretCipher,
  useFactory: (options: Options) => new SecretCipher(loadEncryptionKey(options)),
  inject: [OPTIONS],
};

/** The open database, for every subject: `Sql`, a TypeORM repository of each row class, and what encrypts a column. */
@Global()
@Module({})
export class DatabaseModule {
  static register(dataSource: DataSource): DynamicModule {
    const typeOrm = TypeOrmModule.forRootAsync({
      useFactory: () => dataSource.options,
      dataSourceFactory: async () => dataSource,
    });
    const repositories = TypeOrmModule.forFeature([...rows]);
    return {
      module: DatabaseModule,
      imports: [typeOrm, repositories],
      providers: [{ provide: Sql, useValue: openSql(dataSource) }, cipher, CleanupService, DatabaseHealth],
      exports: [repositories, Sql, SecretCipher, CleanupService, DatabaseHealth],
    };
  }
}
