import { Injectable } from '@nestjs/common';
import type { ApiRequest } from '../../../access/api-request';
import type { Visit } from '../../../pages/visit';
import { PublicUrl } from '../../../service/public-url';
import type { Secrets } from '../../../subjects/applications/application-secrets.service';
import { AssignmentLists } from '../../../subjects/roles/assignment-lists.service';
import { RoleOverviews } from '../../../subjects/roles/role-overview.service';
import { TokensInUse } from '../../../subjects/tokens/tokens-in-use.service';
import { applicationOf, frameOf } from './application-frame';
import { kindOf, sendsUsers } from './application-kinds';
import { isProgramLanguage, PROGRAM_LANGUAGES, Programs } from './programs';

/** One step to a program that works. */
interface Step {
  /** Part of the message keys. */
  readonly key: string;
  readonly href: string;
  readonly isDone: boolean;
}

/** What is still to be done for an application, and a program in five ways. */
@Injectable()
export class StartPage {
  constructor(
    private readonly roles: RoleOverviews,
    private readonly lists: AssignmentLists,
    private readonly tokens: TokensInUse,
    private readonly programs: Programs,
    private readonly publicUrl: PublicUrl,
  ) {}

  /** @param shown  the secrets, right after they were made */
  async show(visit: Visit, request: ApiRequest, shown?: Partial<Secrets>): Promise<void> {
    const application = applicationOf(request);
    const frame = frameOf(request, 'start');
    const kind = kindOf(application);
    const asked = visit.query('in');
    const language = isProgramLanguage(asked) ? asked : 'curl';
    visit.show('applications/start', {
      ...frame,
      ...shown,
      isNew: shown !== undefined,
      here: `${frame.base}/start`,
      kind,
      isForUsers: sendsUsers(kind),
      chosen: language,
      choices: PROGRAM_LANGUAGES,
      programs: this.programs.of(language, kind, application, this.publicUrl.toString()),
      steps: await this.stepsOf(application.id, kind, frame.base),
    });
  }

  private async stepsOf(id: string, kind: ReturnType<typeof kindOf>, base: string): Promise<readonly Step[]> {
    const { roles, permissions } = await this.roles.of(id);
    const issued = await this.tokens.count({ applicationId: id });
    const program: Step = { key: 'program', href: '#program', isDone: issued > 0 };
    const device: readonly Step[] =
      kind === 'device' ? [{ key: 'device', href: `${base}/machines`, isDone: issued > 0 }] : [];
    // Steps to a role lead programs and devices nowhere, unless users have roles there all the same.
    if (!sendsUsers(kind) && roles.length === 0)
      return [...device, program, { key: 'guard', href: `${base}/start?in=broker#program`, isDone: false }];
    const holders =
      (await this.lists.count('users', id, roles)) + (await this.lists.count('organizations', id, roles));
    return [
      { key: 'role', href: `${base}/edit/roles`, isDone: roles.length > 0 },
      { key: 'permission', href: `${base}/edit/roles`, isDone: permissions.length > 0 },
      { key: 'user', href: `${base}/edit/users`, isDone: holders > 0 },
      ...device,
      { key: 'try', href: `${base}/edit/roles#try`, isDone: false },
      program,
    ];
  }
}
