import { Injectable } from '@nestjs/common';
import { isJsonArray, kindOf, type Entity } from '@smart-city/context';
import {
  NgsiLdFault,
  renderLdEntity,
  selectLdAttributes,
  type LdJoin,
  type Projection,
  type ShowOptions,
} from '@smart-city/ngsild';
import type { RequestContext } from '../../../context/request-context';
import { EntitySelectionsService } from '../../../core/entities/entity-selections.service';

/** Linked entities of one answer: an answer that would have more is refused. */
const MOST_JOINED = 5_000;

/** Entities that are asked for at a time. */
const AT_A_TIME = 500;

/** Characters of an answer with joined entities, which may stand in it many times. */
const LONGEST_ANSWER = 32 * 1024 * 1024;

/** Entities that links of an answer lead to, by id. */
type Linked = ReadonlyMap<string, Entity>;

/** Shows entities with those that their Relationships lead to (GS CIM 009 §4.5.23). */
@Injectable()
export class JoinedEntities {
  constructor(private readonly selections: EntitySelectionsService) {}

  /**
   * Renders entities with what they are joined to: inside of their Relationships, or behind them, each once.
   *
   * @param render  writes one entity; the options have what stands inside of its Relationships
   * @throws NgsiLdFault  TooManyResults where there are too many linked entities, or an answer would be too long
   */
  async show(
    context: RequestContext,
    entities: readonly Entity[],
    join: LdJoin,
    options: ShowOptions,
    render: (entity: Entity, options: ShowOptions) => string = renderLdEntity,
  ): Promise<readonly string[]> {
    const levels = await this.levelsOf(context, entities, join, options);
    if (join.mode === 'inline') {
      const linked = new Map(levels.flatMap((level) => [...level]));
      const writer = new InlineWriter(linked, join, render);
      return entities.map((entity) => writer.write(entity, options));
    }
    const shown = new Set(entities.map(({ id }) => id));
    const texts = entities.map((entity) => render(entity, options));
    levels.forEach((level, at) => {
      for (const entity of level.values()) {
        if (shown.has(entity.id)) continue;
        shown.add(entity.id);
        texts.push(render(entity, optionsAt(options, at)));
      }
    });
    return texts;
  }

  /** The linked entities of each level, the nearest first; each stands in the level that reaches it first. */
  private async levelsOf(
    context: RequestContext,
    entities: readonly Entity[],
    join: LdJoin,
    options: ShowOptions,
  ): Promise<readonly Linked[]> {
    const known = new Set(entities.map(({ id }) => id));
    const levels: Linked[] = [new Map(entities.map((entity) => [entity.id, entity]))];
    let from = entities;
    let total = 0;
    for (let level = 0; level < join.levels && from.length > 0; level += 1) {
      const ids = [...new Set(from.flatMap((entity) => targetsOf(entity, optionsAt(options, level))))].filter(
        (id) => !known.has(id) && !join.containedBy.has(id),
      );
      if ((total += ids.length) > MOST_JOINED) throw tooMany(`more than ${MOST_JOINED} linked entities`);
      for (const id of ids) known.add(id);
      from = await this.fetch(context, ids);
      levels.push(new Map(from.map((entity) => [entity.id, entity])));
    }
    return levels;
  }

  private async fetch(context: RequestContext, ids: readonly string[]): Promise<readonly Entity[]> {
    const found: Entity[] = [];
    for (let at = 0; at < ids.length; at += AT_A_TIME) {
      const some = ids.slice(at, at + AT_A_TIME);
      const query = { filter: { selectors: [{ ids: some }] }, limit: some.length, offset: 0, count: false };
      found.push(...(await this.selections.select(context, query)).entities);
    }
    return found;
  }
}

const tooMany = (what: string): NgsiLdFault =>
  new NgsiLdFault('TooManyResults', 'Too many results', `the answer would have ${what}`);

/** Ids that the Relationships of an entity lead to, those alone that are shown. */
function targetsOf(entity: Entity, options: ShowOptions): readonly string[] {
  const ids: string[] = [];
  for (const [, instances] of selectLdAttributes(entity, options, options.nowMs))
    for (const instance of instances) {
      const kind = kindOf(instance);
      if (kind !== 'Relationship' && kind !== 'ListRelationship') continue;
      const { value } = instance;
      for (const uri of isJsonArray(value) ? value : [value]) if (typeof uri === 'string') ids.push(uri);
    }
  return ids;
}

/** Returns the members of linked entities that are shown, so many levels down: all, where no Relationship on the way says otherwise. */
function optionsAt(options: ShowOptions, levels: number): ShowOptions {
  if (levels === 0) return options;
  const { pick, omit, attrs: _attrs, ...rest } = options;
  const inner = (projection: Projection | undefined): Projection | undefined => {
    let at: readonly Projection[] = projection === undefined ? [] : [projection];
    for (let level = 0; level < levels; level += 1)
      at = at.flatMap((one) => [...one.values()].filter((below) => below !== null));
    return at.length === 0 ? undefined : new Map(at.flatMap((one) => [...one]));
  };
  const [picked, omitted] = [inner(pick), inner(omit)];
  return { ...rest, ...(picked && { pick: picked }), ...(omitted && { omit: omitted }) };
}

/** Writes entities with the linked ones inside. An entity stands in none that it contains. */
class InlineWriter {
  private readonly path: string[] = [];
  private length = 0;

  constructor(
    private readonly linked: Linked,
    private readonly join: LdJoin,
    private readonly render: (entity: Entity, options: ShowOptions) => string,
  ) {}

  write(entity: Entity, options: ShowOptions): string {
    this.path.push(entity.id);
    const text = this.render(entity, {
      ...options,
      linkedEntity: (uri, attribute) => this.inner(uri, attribute, options),
    });
    this.path.pop();
    if ((this.length += text.length) > LONGEST_ANSWER)
      throw tooMany(`more than ${LONGEST_ANSWER} characters`);
    return text;
  }

  private inner(uri: string, attribute: string, options: ShowOptions): string | undefined {
    if (this.path.length > this.join.levels || this.path.includes(uri) || this.join.containedBy.has(uri))
      return undefined;
    const entity = this.linked.get(uri);
    if (entity === undefined) return undefined;
    return this.write(entity, innerOptions(options, attribute));
  }
}

/** Returns the members of the entity behind a Relationship that are shown. */
function innerOptions(options: ShowOptions, attribute: string): ShowOptions {
  const { pick, omit, attrs: _attrs, contextText: _context, ...rest } = options;
  const [picked, omitted] = [pick?.get(attribute), omit?.get(attribute)];
  return { ...rest, ...(picked && { pick: picked }), ...(omitted && { omit: omitted }) };
}
