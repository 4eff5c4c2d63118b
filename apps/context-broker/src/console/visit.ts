import type { Entity, ServicePathFilter } from '@smart-city/context';
import type { NgsiRequest } from '../http/ngsi-request';
import type { PageWords } from '../html/page-words';
import { parseServicePaths, parseTenant, readFilters } from '../http/tenancy';
import { linkTo, type AddressParameters } from './addresses';
import { PageFault } from './page-fault';
import { wordsFor } from './words-for';

const LONGEST_PARAMETER = 1_024;
const LAST_PAGE = 10_000;

/** What somebody wants to see: the address of a page of the console, read. */
export class Visit {
  readonly tenant: string;
  /** `/#` for all of them. */
  readonly servicePath: string;
  readonly servicePaths: readonly ServicePathFilter[];
  /** The service path of the pages that it leads to: the page of an entity, whose path is the entity's, leads back to where somebody came from. */
  readonly scope: string;
  readonly words: PageWords;

  private constructor(
    readonly request: NgsiRequest,
    readonly parameters: URLSearchParams,
    isMultiservice: boolean,
  ) {
    this.words = wordsFor(request);
    const service = this.text('service');
    this.tenant = service === '' || service === '-' || !isMultiservice ? '' : parseTenant(service);
    this.servicePath = this.text('path') === '' ? '/#' : onlyPath(this.text('path'));
    this.servicePaths = readFilters([this.servicePath]);
    this.scope = this.text('scope') === '' ? this.servicePath : onlyPath(this.text('scope'));
  }

  /** @throws NgsiError  400 for a service or service path that is none */
  static of(request: NgsiRequest, isMultiservice: boolean): Visit {
    const query = request.url.indexOf('?');
    const text = query < 0 ? '' : request.url.slice(query + 1);
    return new Visit(request, new URLSearchParams(text), isMultiservice);
  }

  /** The visit that a form asks for. @throws NgsiError  as {@link of} */
  static ofForm(request: NgsiRequest, isMultiservice: boolean): Visit {
    return new Visit(request, new URLSearchParams(request.body.toString('utf8')), isMultiservice);
  }

  /** One parameter without blanks around it; empty when it is absent. */
  text(name: string): string {
    return (this.parameters.get(name) ?? '').trim().slice(0, LONGEST_PARAMETER);
  }

  /** When it began. */
  get nowSeconds(): number {
    return this.words.nowSeconds;
  }

  /** From 1. */
  get page(): number {
    const page = Number(this.text('page'));
    return Number.isSafeInteger(page) && page >= 1 ? Math.min(page, LAST_PAGE) : 1;
  }

  get tenancy() {
    const { tenant, servicePaths } = this;
    return { tenant, servicePaths };
  }

  /** The address of a page of the same service and service path. @param page  '' is the first one */
  link(page: string, parameters: AddressParameters = {}): string {
    const { tenant, scope } = this;
    const path = scope === '/#' ? undefined : scope;
    return linkTo(page, { service: tenant || undefined, path, ...parameters });
  }

  /** The address of the page of one entity. */
  linkToEntity(entity: Pick<Entity, 'id' | 'type' | 'servicePath'>): string {
    return this.link('entity', this.toEntity(entity));
  }

  /** The parameters of that address. */
  toEntity({ id, type, servicePath }: Pick<Entity, 'id' | 'type' | 'servicePath'>): AddressParameters {
    return { id, type, path: servicePath, scope: this.scope === servicePath ? undefined : this.scope };
  }
}

/** Permission is asked, and links are made, for one service path: no page reads others beside it. */
function onlyPath(text: string): string {
  const [path, ...others] = parseServicePaths(text);
  if (!path || others.length > 0) throw new PageFault('BadRequest', 'fault.onePath');
  return path;
}
