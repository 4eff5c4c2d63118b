import { Inject, Injectable } from '@nestjs/common';
import { OPTIONS, type Options } from '../../cli/options';
import { Invalid } from '../../faults/faults';

/** Tells whether a user's password is in the directory: the id says so, while the directory is switched on. */
@Injectable()
export class DirectoryAccounts {
  constructor(@Inject(OPTIONS) private readonly options: Pick<Options, 'directory'>) {}

  get isOn(): boolean {
    return this.options.directory !== undefined;
  }

  has(userId: string): boolean {
    const prefix = this.options.directory?.idPrefix;
    return prefix !== undefined && userId.startsWith(prefix);
  }

  /** @throws Invalid `directoryPassword` of a user who can have no password here */
  refusePassword(userId: string, field = 'password'): void {
    if (this.has(userId)) throw new Invalid(field, 'directoryPassword');
  }
}
