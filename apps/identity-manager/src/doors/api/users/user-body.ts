import {
  addressMember,
  flagMember,
  longTextMember,
  nonEmptyText,
  objectMember,
  patchedAddress,
  patchedLongText,
  refuseMembers,
  requiredText,
  textMember,
  wrappedBody,
  type Body,
} from '../body';
import type { Options } from '../../../cli/options';
import { badRequest } from '../../../http/api-errors';
import { isEmail } from '../../../subjects/users/email-address';
import type { EmailDomains } from '../../../subjects/users/email-domains';
import { passwordProblem } from '../../../subjects/users/password-rules';
import type { UserRow } from '../../../database/entities/user.row';
import type { NewUser } from '../../../subjects/users/users.service';

/** What new users must comply with. */
export interface UserRules {
  readonly emailDomains: EmailDomains;
  readonly passwordMinLength: Options['passwordMinLength'];
}

/** An id of an administrator's choosing: what stands in a path as it is. */
const ID = /^[A-Za-z0-9._~-]{1,36}$/;

const missing = (name: string) => `Missing parameter ${name} in body request or empty ${name}`;

/** Any characters; the rules for passwords come later. */
const secret = { max: 100_000, form: 'text' } as const;

function checkEmail(email: string, { emailDomains }: UserRules): void {
  if (!isEmail(email)) throw badRequest('Email not valid');
  if (!emailDomains.allows(email)) throw badRequest('Invalid email');
}

function checkPassword(password: string, email: string, minLength: number): void {
  const problem = passwordProblem(password, email, minLength);
  if (problem !== undefined) throw badRequest(problem);
}

const flagAndExtra = (body: Body) => ({
  gravatar: flagMember(body, 'gravatar'),
  extra: objectMember(body, 'extra'),
});

/** The body of POST /users. @throws ApiError 400 */
export function parseNewUser(
  raw: unknown,
  rules: UserRules,
): NewUser & { readonly sent: ReadonlySet<string> } {
  const body = wrappedBody(raw, 'user');
  const username = requiredText(body, 'username', missing('username'));
  const password = requiredText(body, 'password', missing('password'), secret);
  const email = requiredText(body, 'email', missing('email'));
  checkEmail(email, rules);
  checkPassword(password, email, rules.passwordMinLength.setThroughApi);
  const id = textMember(body, 'id') ?? undefined;
  if (id !== undefined && !ID.test(id)) throw badRequest('Invalid id');
  return {
    ...(id !== undefined && { id }),
    username,
    password,
    email,
    admin: flagMember(body, 'admin'),
    description: longTextMember(body, 'description'),
    website: addressMember(body, 'website'),
    ...flagAndExtra(body),
    sent: new Set(Object.keys(body)),
  };
}

/** What PATCH /users/:id asks for; undefined members stay as they are. */
export interface UserPatch {
  readonly username: string | undefined;
  readonly email: string | undefined;
  readonly password: string | undefined;
  readonly description: string | null | undefined;
  readonly website: string | null | undefined;
  readonly gravatar: boolean | undefined;
  readonly extra: Body | null | undefined;
  /** For administrators only. */
  readonly enabled: boolean | undefined;
  readonly admin: boolean | undefined;
}

/** The password until now, with which users show that a change is theirs. @throws ApiError 400 when it is no text */
export const oldPasswordOf = (raw: unknown): string | undefined =>
  textMember(wrappedBody(raw, 'user'), 'old_password', secret) ?? undefined;

/** A patch that changes nothing, to start from. */
export const unchangedUser: UserPatch = {
  username: undefined,
  email: undefined,
  password: undefined,
  description: undefined,
  website: undefined,
  gravatar: undefined,
  extra: undefined,
  enabled: undefined,
  admin: undefined,
};

/**
 * The body of PATCH /users/:id.
 *
 * @param isOwn  the user asks, not an administrator
 * @throws ApiError 400
 */
export function parseUserPatch(raw: unknown, user: UserRow, rules: UserRules, isOwn: boolean): UserPatch {
  const body = wrappedBody(raw, 'user');
  refuseMembers(body, ['id'], 'Cannot set id');
  const username = nonEmptyText(body, 'username');
  const email = nonEmptyText(body, 'email');
  const password = nonEmptyText(body, 'password', secret);
  // An imported address stays as it is, whatever the rules say now.
  if (email !== undefined && email !== user.email) checkEmail(email, rules);
  const { chosen, setThroughApi } = rules.passwordMinLength;
  if (password !== undefined) checkPassword(password, email ?? user.email, isOwn ? chosen : setThroughApi);
  return {
    username,
    email,
    password,
    description: patchedLongText(body, 'description'),
    website: patchedAddress(body, 'website'),
    ...flagAndExtra(body),
    enabled: flagMember(body, 'enabled'),
    admin: flagMember(body, 'admin'),
  };
}
