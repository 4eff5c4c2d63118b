import { Module } from '@nestjs/common';
import { ChangeListeners } from './change-listeners';

/** Tells those who listen what changes. */
@Module({ providers: [ChangeListeners], exports: [ChangeListeners] })
export class ChangesModule {}
