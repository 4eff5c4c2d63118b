import { Injectable } from '@nestjs/common';
import { NgsiLdFault, type LdFilter, type LdLinked, type LdQuery } from '@smart-city/ngsild';
import type { RequestContext } from '../../../context/request-context';
import { EntitySelectionsService } from '../../../core/entities/entity-selections.service';

/** Entities that a term about linked entities may find: a query that finds more is refused. */
const MOST_LINKED = 10_000;

/** Resolves the terms of `q` that reach into linked entities (GS CIM 009 §4.9). */
@Injectable()
export class LinkedQueries {
  constructor(private readonly selections: EntitySelectionsService) {}

  /**
   * Replaces each such term by one about the Relationship itself: that it leads to one of the entities that the inner query finds.
   * The innermost terms come first.
   *
   * @throws NgsiLdFault  TooComplexQuery where that are too many
   */
  async resolve(context: RequestContext, filter: LdFilter): Promise<LdFilter> {
    const { q } = filter;
    return q === undefined || !isLinked(q) ? filter : { ...filter, q: await this.resolved(context, q) };
  }

  private async resolved(context: RequestContext, query: LdQuery): Promise<LdQuery> {
    switch (query.kind) {
      case 'and':
      case 'or': {
        const parts: LdQuery[] = [];
        for (const part of query.parts) parts.push(await this.resolved(context, part));
        return { ...query, parts };
      }
      case 'not':
        return { kind: 'not', part: await this.resolved(context, query.part) };
      case 'linked':
        return this.resolvedLink(context, query);
      default:
        return query;
    }
  }

  private async resolvedLink(context: RequestContext, link: LdLinked): Promise<LdQuery> {
    const q = await this.resolved(context, link.query);
    const { type, relationship } = link;
    const selectors = type === undefined ? [] : [{ type: { kind: 'is', name: type } as const }];
    const { ids } = await this.selections.selectIds(context, {
      filter: { selectors, q },
      limit: MOST_LINKED + 1,
      offset: 0,
      count: false,
    });
    if (ids.length > MOST_LINKED)
      throw new NgsiLdFault(
        'TooComplexQuery',
        'Query too complex',
        `a term about linked entities finds more than ${MOST_LINKED} of them`,
      );
    if (ids.length === 0) return { kind: 'never' };
    return {
      kind: 'compare',
      path: { of: 'attribute', name: relationship, subs: [], inside: [] },
      operator: '==',
      operand: {
        kind: 'list',
        items: ids.map((value) => ({ kind: 'text', value, expanded: value })),
      },
    };
  }
}

function isLinked(query: LdQuery): boolean {
  if (query.kind === 'and' || query.kind === 'or') return query.parts.some(isLinked);
  return query.kind === 'linked' || (query.kind === 'not' && isLinked(query.part));
}
