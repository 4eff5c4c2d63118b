import { readFileSync } from 'node:fs';
import { Inject, Injectable } from '@nestjs/common';
import { OPTIONS, type Options } from '../../cli/options';

/** The white or black list of e-mail domains. */
@Injectable()
export class EmailDomains {
  private readonly listed: ReadonlySet<string>;

  constructor(@Inject(OPTIONS) private readonly options: Pick<Options, 'emailList'>) {
    const lines = options.emailList ? readFileSync(options.emailList.file, 'utf8').split(/\r?\n/) : [];
    this.listed = new Set(lines.map((line) => line.trim().toLowerCase()).filter((line) => line !== ''));
  }

  /** Whether users may have an address of this domain. */
  allows(email: string): boolean {
    const list = this.options.emailList;
    if (!list) return true;
    const domain = email.slice(email.lastIndexOf('@') + 1).toLowerCase();
    return this.listed.has(domain) === (list.kind === 'whitelist');
  }
}
