import { JsonObjectMember, type JsonObject } from '../../validation/json-object';
import { ChosenId } from '../../validation/chosen-id';
import { Fixed, Flag, Line, LongText } from '../../validation/members';
import { rule, rules } from '../../validation/rule';
import { isEmail } from './email-address';
import { Described } from '../../openapi/described';
import { UserDetails } from './user-details';

/*
 * What is sent of a user. Rules that depend on the settings or on the user who is there already, such as those of
 * passwords and addresses, are asked by the verbs: `AccountRules`.
 */

/** Keyrock's limit for those who choose their name themselves. */
const longestSignUpName = 30;

/** Any characters; the rules for passwords come later. */
const Secret = (needed?: 'always' | 'ifSent') =>
  rules(
    LongText({ max: 100_000, ...(needed !== undefined && { needed }) }),
    Described({ format: 'password' }),
  );

const Email = () =>
  rules(
    Line({ needed: 'always' }),
    rule('email', (value) => typeof value === 'string' && isEmail(value)),
    Described({ format: 'email' }),
  );

/** What is said of a user alike when they are made and when they are changed. */
class SaidOfUser extends UserDetails {
  @Flag() gravatar?: boolean | null;
  @JsonObjectMember() extra?: JsonObject | string | null;
}

/** A user whom an administrator makes. */
export class CreateUser extends SaidOfUser {
  @Line({ needed: 'always' }) username!: string;
  @Secret('always') password!: string;
  @Email() email!: string;
  @rules(ChosenId(), rule('id', (value) => value !== ''))
  id?: string | null;
  @Described({ description: 'Passed over, as by Keyrock: a PATCH, or a page, makes administrators.' })
  @Flag()
  admin?: boolean | null;
}

/** A user whom an administrator makes, and who chooses a password by a mailed link. */
export class InviteUser {
  @Line({ needed: 'always' }) username!: string;
  @Email() email!: string;
}

/** Somebody who opens an account. */
export class SignUp {
  @rules(
    Line({ needed: 'always' }),
    rule('usernameLong', (value) => typeof value !== 'string' || [...value].length <= longestSignUpName),
  )
  username!: string;
  @Email() email!: string;
  @Secret('always') password!: string;
  @Flag() gravatar!: boolean;
}

const OLD_PASSWORD = 'With a new password of one’s own, unless the login is at most 5 minutes ago.';

/** What can be changed of a user. Empty texts leave a member as it is, as clients of Keyrock mean them; null clears it. */
export class ChangeUser extends SaidOfUser {
  @Fixed('id') id?: unknown;
  @Line({ needed: 'ifSent' }) username?: string;
  /** An imported address stays as it is whatever the rules say now, so it is looked at when it is new. */
  @Line({ needed: 'ifSent' }) email?: string;
  @Secret('ifSent') password?: string;
  @Described({ description: 'For administrators: the address is known to be the user’s.' })
  @Flag()
  email_verified?: boolean | null;
  @Flag() enabled?: boolean | null;
  @Flag() admin?: boolean | null;
  /** The password until now, by which users show that the change is theirs. */
  @Described({ description: OLD_PASSWORD }) @Secret() old_password?: string | null;
}
