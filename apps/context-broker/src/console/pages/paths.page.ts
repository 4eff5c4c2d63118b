import { Inject, Injectable } from '@nestjs/common';
import { card } from '../../html/cards';
import { html, type Html } from '../../html/html';
import { STORE_FACTS, type StoreFacts } from '../../storage/store-facts';
import { linkTo } from '../addresses';
import { ConsoleAccess } from '../console-access';
import { fileOf, type ListFile } from '../lists/list-file';
import { memoryFile, memoryList, type MemoryList } from '../lists/memory-list';
import type { ConsolePage, PageContent } from '../page';
import { PageFault } from '../page-fault';
import type { Visit } from '../visit';

/** Who has more of them looks for one by its name elsewhere. */
const MOST_PATHS = 10_000;

/** `unseen`: this person may not read the entities of all of them; `unknown`: finding out would take too long. */
type ServicePaths = readonly string[] | 'unseen' | 'unknown';

/** The service paths that hold entities of a service. */
@Injectable()
export class ServicePathsPage implements ConsolePage {
  readonly name = 'paths';
  readonly below = 'services';

  constructor(
    private readonly access: ConsoleAccess,
    @Inject(STORE_FACTS) private readonly facts: Pick<StoreFacts, 'servicePaths'>,
  ) {}

  async show(visit: Visit): Promise<PageContent> {
    return renderPaths(visit, await this.paths(visit));
  }

  async file(visit: Visit): Promise<ListFile> {
    const paths = await this.paths(visit);
    if (paths === 'unseen') throw new PageFault('Forbidden', 'services.unseen');
    if (paths === 'unknown') throw new PageFault('ServiceUnavailable', 'services.unknown');
    return memoryFile(visit, pathList(visit, paths));
  }

  private async paths(visit: Visit): Promise<ServicePaths> {
    if (!(await this.access.mayReadEverywhere(visit, '/v2/entities'))) return 'unseen';
    return (await this.facts.servicePaths(visit.tenant, MOST_PATHS)) ?? 'unknown';
  }
}

export function renderPaths(visit: Visit, paths: ServicePaths): PageContent {
  const { words, tenant } = visit;
  const { t } = words;
  const title = t('services.paths', { name: words.serviceName(tenant) });
  return {
    title,
    content: html`<p class="crumbs"><a href="${visit.link('services')}">${t('services.title')}</a></p>
      <h1>${title}</h1>
      ${card('paths', t('services.pathsTitle'), shown(visit, paths))}`,
  };
}

function shown(visit: Visit, paths: ServicePaths): Html {
  const { words } = visit;
  const { t } = words;
  if (paths === 'unseen') return html`<p>${t('services.unseen')}</p>`;
  if (paths === 'unknown') return html`<p>${t('services.unknown')}</p>`;
  return html`${memoryList(visit, pathList(visit, paths))}${
    paths.length === MOST_PATHS
      ? html`<p class="note">${t('services.firstPaths', { few: words.number(MOST_PATHS) })}</p>`
      : undefined
  }`;
}

function pathList(visit: Visit, paths: readonly string[]): MemoryList<string, 'path'> {
  const { t } = visit.words;
  const to = (page: string, path: string) => linkTo(page, { service: visit.tenant || '-', path });
  const isCut = paths.length === MOST_PATHS;
  return {
    page: 'paths',
    all: paths,
    texts: (path) => [path],
    orders: { path: (path) => path },
    usual: 'path',
    columns: [
      {
        name: 'word.servicePath',
        sort: 'path',
        cell: (path) => html`<a href="${to('entities', path)}">${path}</a>`,
      },
      {
        name: 'services.content',
        cell: (path) =>
          html`<a href="${to('map', path)}" aria-label="${t('services.mapOf', { path })}"
            >${t('entities.map')}</a
          >`,
      },
    ],
    label: 'services.pathsTitle',
    search: 'word.servicePath',
    count: 'count.paths',
    empty: 'services.noPaths',
    noneFound: 'services.noPathFound',
    file: (rows) =>
      fileOf(
        isCut ? `service-paths-first-${MOST_PATHS}` : 'service-paths',
        { service_path: (path) => path },
        [rows],
      ),
  };
}
