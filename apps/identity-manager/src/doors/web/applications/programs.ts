import { readFileSync } from 'node:fs';
import { Injectable } from '@nestjs/common';
import { findAssets } from '../../../service/assets';
import { sendsUsers, type kindOf } from './application-kinds';

type Kind = ReturnType<typeof kindOf>;

/** In the order of the tabs. */
export const PROGRAM_LANGUAGES = ['curl', 'node', 'python', 'java', 'broker'] as const;

export type ProgramLanguage = (typeof PROGRAM_LANGUAGES)[number];

export const isProgramLanguage = (text: string): text is ProgramLanguage =>
  PROGRAM_LANGUAGES.some((language) => language === text);

/** A program, or a part of one, with its own name. */
export interface Program {
  readonly name: string;
  readonly text: string;
}

const forUsers = {
  curl: 'sign-in.sh',
  node: 'sign-in.mjs',
  python: 'sign_in.py',
  java: 'SignIn.java',
} as const;
const forMachines = {
  curl: 'token.sh',
  node: 'token.mjs',
  python: 'get_token.py',
  java: 'GetToken.java',
} as const;

/** A broker asks about the roles of users; programs and devices have none, so it asks only whose token theirs is. */
const brokerFiles = (kind: Kind): readonly string[] =>
  ['broker.sh', 'ask-broker.sh'].map((file) => (sendsUsers(kind) ? file : `machine/${file}`));

const filesOf = (kind: Kind, language: ProgramLanguage): readonly string[] =>
  language === 'broker'
    ? brokerFiles(kind)
    : [sendsUsers(kind) ? `user/${forUsers[language]}` : `${kind}/${forMachines[language]}`];

/** What stands for itself between quotes in each of the languages; anything else of an address is percent-encoded (RFC 3986). */
const quotable = (address: string): string =>
  address.replace(/[^\w\-.~:/?#[\]@!&()*+,;=%]/gu, (sign) =>
    [...Buffer.from(sign)].map((byte) => `%${byte.toString(16).toUpperCase().padStart(2, '0')}`).join(''),
  );

/** Programs that work, with the ids of an application: a user copies one, and it runs. */
@Injectable()
export class Programs {
  private readonly folder = `${findAssets()}programs/`;

  /** @param application  `redirectUri` with the addresses comma-joined */
  of(
    language: ProgramLanguage,
    kind: Kind,
    { id, redirectUri }: { readonly id: string; readonly redirectUri: string | null },
    issuer: string,
  ): readonly Program[] {
    const back = quotable((redirectUri ?? '').split(',', 1)[0] ?? '');
    return filesOf(kind, language).map((file) => ({
      name: file.slice(file.indexOf('/') + 1),
      text: readFileSync(this.folder + file, 'utf8')
        .replaceAll('__ISSUER__', () => quotable(issuer))
        .replaceAll('__CLIENT_ID__', () => quotable(id))
        .replaceAll('__REDIRECT_URI_ENCODED__', () => encodeURIComponent(back))
        .replaceAll('__REDIRECT_URI__', () => back)
        .trimEnd(),
    }));
  }
}
