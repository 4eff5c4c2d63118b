import { Module } from '@nestjs/common';
import { DirectoryRepository } from './directory.repository';
import { Directory } from './directory.service';

/** What pages find by its name, and how much there is of everything. */
@Module({ providers: [DirectoryRepository, Directory], exports: [Directory] })
export class DirectoryModule {}
