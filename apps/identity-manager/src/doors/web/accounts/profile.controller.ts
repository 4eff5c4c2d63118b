import { Get, Param, Post, Res } from '@nestjs/common';
import { ConsentsService } from '../../../subjects/consents/consents.service';
import { OwnAccount } from '../../../subjects/users/own-account.service';
import { detailsOf, USER_DETAILS } from '../../../subjects/users/user-details';
import { ChangeUser } from '../../../subjects/users/user-input';
import { readShape } from '../../../validation/read-shape';
import { FORM } from '../../../validation/rule';
import { problemsOf } from '../../../pages/form-problems';
import type { UserExtra, UserRow } from '../../../database/entities/user.row';
import { UsersService } from '../../../subjects/users/users.service';
import { PageError } from '../../../pages/page-error';
import { SignedInPages } from '../../../pages/page.guard';
import { TakesPicture } from '../../../pages/picture-form';
import { PictureUpload } from '../../../pages/picture-upload';
import type { PageResponse, Visit } from '../../../pages/visit';

/** What a profile can show to others (Keyrock's `visible_attributes`). */
const hideable = ['username', ...USER_DETAILS, 'email'] as const;

/** Identity attributes that consent can share. */
const identityAttributes = [
  'given_name',
  'family_name',
  'phone_number',
  'street_address',
  'locality',
  'country',
] as const;

/** Fields of the form that are called like the members that they fill. */
const fieldNames = { username: 'username', ...detailsOf((name) => name) };

const memberOf = (extra: UserExtra | null, name: string): unknown =>
  extra && Object.hasOwn(extra, name) ? extra[name] : undefined;

function visibleOf(user: UserRow): ReadonlySet<string> {
  const list = memberOf(user.extra, 'visible_attributes');
  return new Set(Array.isArray(list) ? list.map(String) : ['username', 'description']);
}

function identityOf(user: UserRow): Readonly<Record<string, string>> {
  const found = memberOf(user.extra, 'identity_attributes');
  const known: Record<string, string> = {};
  if (typeof found !== 'object' || found === null) return known;
  for (const name of identityAttributes) {
    const value = (found as Record<string, unknown>)[name];
    if (typeof value === 'string') known[name] = value;
  }
  return known;
}

/** Profiles: everybody sees what is visible, each user edits their own. */
@SignedInPages('idm/users')
export class ProfileController {
  constructor(
    private readonly users: UsersService,
    private readonly own: OwnAccount,
    private readonly consents: ConsentsService,
    private readonly upload: PictureUpload,
  ) {}

  @Get(':userId')
  async page(@Res() { locals: { visit } }: PageResponse, @Param('userId') id: string): Promise<void> {
    const user = await this.users.findById(id.slice(0, 128));
    if (!user?.enabled) throw new PageError(404, 'error.notFound');
    visit.show('idm/profile', {
      shownUser: user,
      visible: visibleOf(user),
      isSelf: user.id === visit.user.id,
    });
  }

  @Get(':userId/edit')
  editPage(@Res() { locals: { visit } }: PageResponse, @Param('userId') id: string): void {
    const user = ownOnly(visit, id);
    const values = { username: user.username, ...detailsOf((name) => user[name]), ...identityOf(user) };
    visit.show('idm/profile-edit', { values, ...choices(user, visibleOf(user)) });
  }

  @Post(':userId/edit')
  async edit(@Res() { locals: { visit } }: PageResponse, @Param('userId') id: string): Promise<void> {
    const user = ownOnly(visit, id);
    const { form } = visit;
    const username = form.text('username');
    const details = detailsOf((name) => form.text(name));
    const identity = Object.fromEntries(
      identityAttributes.map((name) => [name, form.text(name).slice(0, 255)]),
    );
    const visible = hideable.filter((name) => form.list('visible').includes(name));
    const { input, faults } = readShape(
      ChangeUser,
      {
        username,
        ...detailsOf((name) => details[name] || null),
        gravatar: form.has('gravatar'),
        extra: { ...user.extra, visible_attributes: visible, identity_attributes: identity },
      },
      FORM,
    );
    if (faults.length > 0) {
      const values = { username, ...details, ...identity };
      const problems = problemsOf(faults, fieldNames);
      return visit.showAgain('idm/profile-edit', problems, { values, ...choices(user, new Set(visible)) });
    }
    await this.own.change(visit.actor, input, visit.t);
    visit.go(`/idm/users/${encodeURIComponent(user.id)}`, 'flash.saved');
  }

  @Post(':userId/image')
  @TakesPicture()
  async image(@Res() { locals: { visit } }: PageResponse, @Param('userId') id: string): Promise<void> {
    const user = ownOnly(visit, id);
    const outcome = await this.upload.take(visit, 'users', user.id);
    visit.go(`/idm/users/${encodeURIComponent(user.id)}/edit`, outcome);
  }

  @Get(':userId/_third_party_applications')
  async granted(@Res() { locals: { visit } }: PageResponse, @Param('userId') id: string): Promise<void> {
    const user = ownOnly(visit, id);
    visit.show('idm/granted', { granted: await this.consents.list(user.id), tab: 'granted' });
  }

  /** Withdraws a consent; the application's tokens for the user end with it. */
  @Post(':userId/_third_party_applications/:applicationId/withdraw')
  async withdraw(
    @Res() { locals: { visit } }: PageResponse,
    @Param('userId') id: string,
    @Param('applicationId') applicationId: string,
  ): Promise<void> {
    const user = ownOnly(visit, id);
    await this.consents.withdraw(visit.actor, applicationId);
    visit.go(`/idm/users/${encodeURIComponent(user.id)}/_third_party_applications`, 'flash.withdrawn');
  }
}

function ownOnly(visit: Visit, id: string): UserRow {
  if (visit.user.id !== id) throw new PageError(403, 'error.forbidden');
  return visit.user;
}

const choices = ({ gravatar }: UserRow, visible: ReadonlySet<string>) => ({
  hideable,
  identityAttributes,
  visible,
  gravatar,
});
