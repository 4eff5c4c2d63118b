import { Module } from '@nestjs/common';
import { AuditModule } from '../audit/audit.module';
import { DirectoryRepository } from './directory.repository';
import { Directory } from './directory.service';
import { ListingsRepository } from './listings.repository';
import { Listings } from './listings.service';

/** What pages find by its name, and how much there is of everything. */
@Module({
  imports: [AuditModule],
  providers: [DirectoryRepository, ListingsRepository, Directory, Listings],
  exports: [Directory, Listings],
})
export class DirectoryModule {}
