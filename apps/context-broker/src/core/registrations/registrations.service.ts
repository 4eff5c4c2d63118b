import { Inject, Injectable } from '@nestjs/common';
import { NgsiError, type Registration, type RegistrationInput } from '@smart-city/context';
import { NGSIV1 } from '@smart-city/ngsiv2';
import type { RequestContext } from '../../context/request-context';
import {
  REGISTRATION_STORE,
  type RegistrationPage,
  type RegistrationStore,
} from '../../storage/registration-store';
import { KeyedMutex } from '../../storage/keyed-mutex';
import type { PageRequest } from '../../storage/page-request';
import { LegacyForwardingUse } from '../../operations/deprecations/legacy-forwarding-use';
import { RegistrationCache } from './registration-cache';
import { newRegistrationId } from './registration-id';

const notFound = () => new NgsiError('NotFound', 'The requested registration has not been found. Check id');

/** Ids of 24 hexadecimal digits are stored in lower case; clients may write them in capitals too, as MongoDB reads them. */
const storedId = (given: string): string => (/^[0-9a-f]{24}$/i.test(given) ? given.toLowerCase() : given);

const isOf = (protocols: readonly string[], { provider }: Registration): boolean =>
  protocols.includes(provider.protocol);

/**
 * Registrations on the store; what it writes is in the cache of providers at once. Each face shows and changes those of its own
 * protocols; to it the others are not there.
 */
@Injectable()
export class RegistrationsService {
  private readonly writes = new KeyedMutex();

  constructor(
    @Inject(REGISTRATION_STORE) private readonly store: RegistrationStore,
    private readonly cache: RegistrationCache,
    private readonly legacy: LegacyForwardingUse,
  ) {}

  /** @returns the new id */
  async create(request: RequestContext, input: RegistrationInput): Promise<string> {
    const id = newRegistrationId();
    await this.insert(request, id, input);
    return id;
  }

  /** Registers under an id that the client has chosen. @returns false when there is one */
  async createAs(request: RequestContext, given: string, input: RegistrationInput): Promise<boolean> {
    let isNew = false;
    await this.inTurn(request, given, async (id) => {
      isNew = (await this.store.find(request.tenant, id)) === undefined;
      if (isNew) await this.insert(request, id, input);
    });
    return isNew;
  }

  private async insert(request: RequestContext, id: string, input: RegistrationInput): Promise<void> {
    const registration: Registration = { ...input, id, servicePath: request.servicePaths?.[0] || '/' };
    await this.store.insert(request.tenant, registration);
    this.cache.put(request.tenant, registration);
    if (isLegacy(registration)) this.legacy.created(request, id);
  }

  /** A service path that the client names must be the stored one, as text. @throws NotFound */
  async get(request: RequestContext, protocols: readonly string[], id: string): Promise<Registration> {
    const found = await this.store.find(request.tenant, storedId(id));
    const wanted = request.servicePaths?.[0] || undefined;
    if (!found || !isOf(protocols, found) || (wanted !== undefined && found.servicePath !== wanted))
      throw notFound();
    this.noteLegacy(request, [found]);
    return found;
  }

  /** One page by id; of one service path, exactly, when the client named one. */
  async list(
    request: RequestContext,
    protocols: readonly string[],
    asked: Omit<PageRequest, 'servicePath'>,
  ): Promise<RegistrationPage> {
    const [named] = request.servicePaths ?? [];
    const servicePath = named === undefined || named === '' || named === '/#' ? {} : { servicePath: named };
    const page = await this.store.page(request.tenant, { protocols, ...servicePath, ...asked });
    this.noteLegacy(request, page.registrations);
    return page;
  }

  /**
   * Each of several changes at once keeps what the others changed.
   *
   * @param change  the registration as it is afterwards
   * @throws NotFound, and what `change` throws
   */
  patch(
    request: RequestContext,
    protocols: readonly string[],
    given: string,
    change: (before: Registration) => Registration,
  ): Promise<void> {
    return this.inTurn(request, given, async (id) => {
      const before = await this.store.find(request.tenant, id);
      if (!before || !isOf(protocols, before)) throw notFound();
      const after = change(before);
      if (!(await this.store.replace(request.tenant, after))) throw notFound();
      this.cache.put(request.tenant, after);
      if (isLegacy(after) && !isLegacy(before)) this.legacy.created(request, id);
    });
  }

  /** @throws NotFound */
  delete(request: RequestContext, protocols: readonly string[], given: string): Promise<void> {
    return this.inTurn(request, given, async (id) => {
      const found = await this.store.find(request.tenant, id);
      if (!found || !isOf(protocols, found)) throw notFound();
      if (!(await this.store.delete(request.tenant, id))) throw notFound();
      this.cache.remove(request.tenant, id);
    });
  }

  private inTurn(
    { tenant }: Pick<RequestContext, 'tenant'>,
    given: string,
    write: (id: string) => Promise<void>,
  ): Promise<void> {
    const id = storedId(given);
    return this.writes.run(`${tenant}/${id}`, () => write(id));
  }

  private noteLegacy(request: RequestContext, registrations: readonly Registration[]): void {
    for (const registration of registrations)
      if (isLegacy(registration)) this.legacy.found(request, registration.id);
  }
}

/** Providers of NGSIv1 are deprecated. */
const isLegacy = ({ provider }: Registration): boolean => provider.protocol === NGSIV1;
