import { ChosenId } from '../../validation/chosen-id';
import { CallbackList, TextList } from '../../validation/lists';
import { Fixed, Line, LongText, Website } from '../../validation/members';
import { rule, rules } from '../../validation/rule';
import { grantLists, tokenTypeList } from './grant-types';
import { Described } from '../../openapi/described';
import { OpenIdMembers } from './openid-settings';

const longestUri = 2000;
const longestList = 16_000;

const isAbsent = (value: unknown) => value === undefined || value === null;

/** A list of `jwt` and `permanent`. */
const TokenTypes = () =>
  rules(
    rule('tokenTypes', (value) => isAbsent(value) || tokenTypeList(value) !== undefined),
    Described({
      type: 'array',
      items: { type: 'string', enum: ['jwt', 'permanent'] },
      nullable: true,
      required: false,
    }),
  );

/** A list with at least one grant that there is; a form has ticked one. */
const Grants = () =>
  rules(
    rule('choose', (value) => isAbsent(value) || grantLists(value, false) !== undefined),
    Described({ type: 'array', items: { type: 'string' }, nullable: true, required: false }),
  );

/** Our own member: the kind of token issued when a request's scope names none. */
const TokenKindMember = () =>
  rules(
    Line(),
    rule('tokenKind', (value) => isAbsent(value) || value === 'bearer' || value === 'jwt'),
    Described({
      enum: ['bearer', 'jwt', null],
      description: "Issued when a request's scope names no kind.",
      required: false,
    }),
  );

/** Members after those that are needed, in the order in which they are refused. */
abstract class ApplicationMembers extends OpenIdMembers {
  @TokenTypes() token_types?: readonly string[] | null;
  @Described({ description: '`openid` switches OpenID Connect on.' })
  @TextList({ max: longestUri })
  scope?: string | readonly string[] | null;
  @LongText() description?: string | null;
  @Website() url?: string | null;
  @CallbackList({ max: longestUri }) redirect_sign_out_uri?: string | readonly string[] | null;
  /** NGSI Go sends a list; Keyrock passes over what a new application says here. */
  @Described({ description: '`public` for clients without secret.' })
  @TextList({ max: 50 })
  client_type?: string | readonly string[] | null;
  @Grants() grant_type?: readonly string[] | null;
  @TokenKindMember() default_token_kind?: 'bearer' | 'jwt' | null;
}

/** What a new application is made of. */
export class CreateApplication extends ApplicationMembers {
  @Line({ needed: 'always' }) name!: string;
  @CallbackList({ max: longestList, needed: 'always' }) redirect_uri!: string | readonly string[];
  @ChosenId() id?: string | null;
}

/** What a new application is made of whose users, if any, sign in nowhere: nobody is sent back. */
export class CreateMachineApplication extends ApplicationMembers {
  @Line({ needed: 'always' }) name!: string;
  readonly redirect_uri?: undefined;
  readonly id?: undefined;
}

/** What can be changed of an application: empty texts say nothing, null clears. */
export class ChangeApplication extends ApplicationMembers {
  @Line({ needed: 'ifSent' }) name?: string;
  @CallbackList({ max: longestList, needed: 'ifSent' }) redirect_uri?: string | readonly string[];
  @Fixed('id, secret or response_type') id?: unknown;
  @Fixed('id, secret or response_type') secret?: unknown;
  @Fixed('id, secret or response_type') response_type?: unknown;
}
