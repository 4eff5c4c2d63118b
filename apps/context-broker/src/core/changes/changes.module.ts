import { Module } from '@nestjs/common';
import { ChangeListeners } from './change-listeners';
import { Expiry } from './expiry';

/** Tells those who listen what changes: by requests, and because it is over. */
@Module({ providers: [ChangeListeners, Expiry], exports: [ChangeListeners] })
export class ChangesModule {}
