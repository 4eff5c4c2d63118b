import { Module } from '@nestjs/common';
import { sendsInClear } from '../../cli/directory-settings';
import { OPTIONS, type Options } from '../../cli/options';
import { Logger } from '../../service/logger';
import { LdapDirectory } from './ldap-directory';

/** Injection token of the {@link LdapDirectory}, or of undefined where none is switched on. */
export const DIRECTORY = 'identity-manager.directory';

const directory = {
  provide: DIRECTORY,
  useFactory: ({ directory: settings }: Options, log: Logger) => {
    if (!settings) return undefined;
    if (sendsInClear(settings)) log.warn('passwords are sent to the directory without TLS');
    return new LdapDirectory(settings, log);
  },
  inject: [OPTIONS, Logger],
};

/** A directory of users outside of this service. */
@Module({ providers: [directory], exports: [directory] })
export class LdapModule {}
