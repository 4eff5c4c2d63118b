import { Get, Res } from '@nestjs/common';
import { type CsvRow, ListRequest, type ListShape } from '@smart-city/lists';
import { AllowAdmin } from '../../../access/rule';
import { Messages } from '@smart-city/messages';
import { sendCsv } from '../../../pages/csv';
import { findPage } from '../../../pages/find-page';
import { RulePages } from '../../../pages/rule.guard';
import type { PageResponse, Visit } from '../../../pages/visit';
import { startOfDay } from '../../../pages/zoned-day';
import type { AuditFilter } from '../../../subjects/audit/audit-filter';
import { AuditReader, type AuditLine } from '../../../subjects/audit/audit-reader.service';
import { UsersService } from '../../../subjects/users/users.service';
import { AuditWords } from './audit-words';

type Text = 'event' | 'who' | 'by' | 'about' | 'from' | 'until' | 'user';

const texts: readonly Text[] = ['event', 'who', 'by', 'about', 'from', 'until', 'user'];

/** Written at each use of an application, so that it hides what people did. */
const ISSUED = 'token.issue';

/** Events that one search names. The condition of each costs the database time. */
const MOST_EVENTS = 100;

const shape: ListShape<'time', 'outcome' | 'issued', Text> = {
  sorts: ['time'],
  usual: '-time',
  filters: { outcome: ['success', 'failure'], issued: ['without'] },
  texts,
  longestText: 4000,
};

/** Events of an address: `event=login,role`, or one parameter for each box of the form. */
function eventsOf(visit: Visit): string {
  const { event } = visit.request.query;
  const all: readonly unknown[] = Array.isArray(event) ? event : [event];
  return all.filter((each): each is string => typeof each === 'string').join(',');
}

function listOf(visit: Visit) {
  const read = (name: string) => (name === 'event' ? eventsOf(visit) : visit.query(name).slice(0, 255));
  const request = new ListRequest(shape, read);
  const outcome = request.value('outcome');
  const events = request.value('event').split(',');
  const filter: AuditFilter = {
    events: [...new Set(events)].filter((event) => event !== '' && event.length <= 60).slice(0, MOST_EVENTS),
    withoutEvents: request.value('issued') === 'without' ? [ISSUED] : [],
    who: request.value('who'),
    by: request.value('by'),
    about: request.value('about'),
    userId: request.value('user'),
    outcome: outcome === 'success' || outcome === 'failure' ? outcome : '',
    from: startOfDay(request.value('from'), visit.zone),
    until: startOfDay(request.value('until'), visit.zone, 1),
  };
  return { request, filter };
}

/** The audit log, for administrators. */
@RulePages('idm/admins/audit')
export class AuditController {
  constructor(
    private readonly audit: AuditReader,
    private readonly users: UsersService,
    private readonly messages: Messages,
  ) {}

  @Get()
  @AllowAdmin()
  async page(@Res() { locals: { visit } }: PageResponse): Promise<void> {
    const { request, filter } = listOf(visit);
    const { rows: lines, ...place } = await findPage(request, {
      count: () => this.audit.count(filter),
      page: ({ limit, offset, descending }) => this.audit.find(filter, limit, offset, !descending),
    });
    const { userId = '' } = filter;
    visit.show('admin/audit', {
      tab: 'audit',
      request,
      ...place,
      lines,
      words: new AuditWords(visit.t, await this.audit.namesIn(lines)),
      events: this.messages.after('event.'),
      chosen: filter.events,
      shownUser: userId === '' ? undefined : await this.users.findById(userId),
      values: Object.fromEntries(texts.map((name) => [name, request.value(name)])),
    });
  }

  @Get('csv')
  @AllowAdmin()
  csv(@Res() response: PageResponse): Promise<void> {
    const { visit } = response.locals;
    return sendCsv(response, 'audit', head, rowsOf(this.audit.export(visit.actor, listOf(visit).filter)));
  }
}

const head = ['time', 'event', 'outcome', 'who', 'application', 'subject', 'address', 'details'];

async function* rowsOf(groups: AsyncIterable<readonly AuditLine[]>): AsyncGenerator<readonly CsvRow[]> {
  for await (const lines of groups)
    yield lines.map(({ occurredAt, event, outcome, actor, application, subject, address, details }) => [
      new Date(occurredAt).toISOString(),
      event,
      outcome,
      actor,
      application,
      subject,
      address,
      details.map(([name, value]) => `${name}=${value}`).join(' '),
    ]);
}
