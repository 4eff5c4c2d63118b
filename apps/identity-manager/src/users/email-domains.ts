import { readFileSync } from 'node:fs';
import { Inject, Injectable } from '@nestjs/common';
import { OPTIONS, type Options } from '../cli/options';

/** Not the whole of RFC 5322: one address that a mail server could deliver to. */
const addressPattern = /^[^\s@<>()[\]\\,;:"\u0000-\u001f]+@[^\s@<>()[\]\\,;:".]+(\.[^\s@<>()[\]\\,;:".]+)+$/;

/** Whether a text is one e-mail address of at most 255 characters. */
export const isEmail = (text: string): boolean => text.length <= 255 && addressPattern.test(text);

/** The white or black list of e-mail domains (spec section 8.1). */
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
