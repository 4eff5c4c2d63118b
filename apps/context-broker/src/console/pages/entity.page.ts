import { Inject, Injectable } from '@nestjs/common';
import type { Entity, Registration } from '@smart-city/context';
import { card } from '../../html/cards';
import { changesNote, followed } from '../../html/followed';
import { html, type Html } from '../../html/html';
import { table } from '../../html/table';
import { RegistrationCache } from '../../core/registrations/registration-cache';
import { ENTITY_STORE, type EntityStore } from '../../storage/entity-store';
import { PageChanges } from '../changes/page-changes';
import { ConsoleAccess } from '../console-access';
import { SubscriptionList } from '../figures/subscription-list';
import type { ListFile } from '../lists/list-file';
import { memoryFile, memoryList } from '../lists/memory-list';
import type { ConsolePage, PageContent } from '../page';
import { PageFault } from '../page-fault';
import type { Visit } from '../visit';
import type { AboutEntity } from './about-entity';
import { attributeList } from './attribute-list';
import { entityColumns } from './entity-list';
import { factsOf, registrationsOf, subscriptionsOf, whereItIs } from './entity-cards';

const MOST_NAMESAKES = 10;

/** One entity: attributes with their ages, where it is, who is told of it and who provides for it. */
@Injectable()
export class OneEntityPage implements ConsolePage {
  readonly name = 'entity';
  readonly below = 'entities';

  constructor(
    private readonly access: ConsoleAccess,
    @Inject(ENTITY_STORE) private readonly store: EntityStore,
    private readonly subscriptions: SubscriptionList,
    private readonly registrations: RegistrationCache,
    private readonly changes: PageChanges,
  ) {}

  async show(visit: Visit): Promise<PageContent> {
    const [entity, ...namesakes] = await this.find(visit);
    if (namesakes.length > 0) return renderNamesakes(visit, entity.id, [entity, ...namesakes]);
    const about = await this.about(visit, entity);
    return renderEntityPage(visit, entity, { ...about, changes: this.changesOf(visit, entity) });
  }

  /** Its attributes. */
  async file(visit: Visit): Promise<ListFile> {
    const [entity] = await this.find(visit);
    return memoryFile(visit, attributeList(visit, entity));
  }

  private async find(visit: Visit): Promise<readonly [Entity, ...Entity[]]> {
    const id = visit.text('id');
    await this.access.requireRead(visit, `/v2/entities/${id}`);
    const ref = { id, ...(visit.parameters.has('type') && { type: visit.text('type') }) };
    const [entity, ...others] = await this.store.find(visit.tenancy, ref, MOST_NAMESAKES);
    if (entity === undefined) throw new PageFault('NotFound', 'fault.noEntity', { id });
    return [entity, ...others];
  }

  private changesOf(visit: Visit, { id, type, servicePath }: Entity): string | undefined {
    const typeless = type === '' ? 1 : undefined;
    return this.changes.addressOf(visit, { entity: id, type, typeless, path: servicePath });
  }

  private async about(visit: Visit, entity: Entity): Promise<AboutEntity> {
    const { tenant } = visit;
    const [maySubscriptions, mayRegistrations] = await Promise.all([
      this.access.mayReadEverywhere(visit, '/v2/subscriptions'),
      this.access.mayReadEverywhere(visit, '/v2/registrations'),
    ]);
    return {
      subscriptions: maySubscriptions ? await this.subscriptions.about(tenant, entity) : undefined,
      registrations: mayRegistrations ? covering(await this.registrations.get(tenant), entity) : undefined,
    };
  }
}

const covering = (
  index: { ofIds(ids: readonly string[]): readonly Registration[] },
  { id, type }: Entity,
): readonly Registration[] =>
  index
    .ofIds([id])
    .filter(({ entities }) =>
      entities.some(
        (one) => (one.isPattern || one.id === id) && (one.type === undefined || one.type === type),
      ),
    );

function renderNamesakes(visit: Visit, id: string, entities: readonly Entity[]): PageContent {
  const { t } = visit.words;
  return {
    title: id,
    content: html`<p class="crumbs"><a href="${visit.link('entities')}">${t('entities.title')}</a></p>
      <h1>${id}</h1>
      ${card('entities', t('entity.namesakes'), namesakes(visit, entities))}`,
  };
}

function namesakes(visit: Visit, entities: readonly Entity[]): Html {
  const { t } = visit.words;
  const columns = entityColumns(visit);
  const names = columns.map(({ name, isNumber }) => ({ name: t(name), isNumber: isNumber ?? false }));
  const rows = entities.map((one) => columns.map(({ cell }) => cell(one)));
  return table(t('entities.title'), names, rows);
}

export function renderEntityPage(visit: Visit, entity: Entity, about: AboutEntity): PageContent {
  const { id, type } = entity;
  const { words } = visit;
  const { t } = words;
  const count = words.number(entity.attrs.size);
  const cards = html`${card('entity', t('entity.title'), html`${changesNote(words)}${factsOf(visit, entity)}`)}${card(
    'attributes',
    t('entity.attributes', { count }),
    memoryList(visit, attributeList(visit, entity)),
  )}${whereItIs(visit, entity)}${card('subscriptions', t('entity.subscriptions'), subscriptionsOf(visit, about), 'half')}${card('registrations', t('entity.registrations'), registrationsOf(visit, about), 'half')}`;
  const content = html`<p class="crumbs">
      <a href="${visit.link('entities')}">${t('entities.title')}</a> ›
      <a href="${visit.link('entities', type === '' ? { typeless: 1 } : { type })}"
        >${words.typeName(type)}</a
      >
    </p>
    <h1>${id}</h1>
    ${followed(about.changes, true, cards)}`;
  return { title: id, content };
}
