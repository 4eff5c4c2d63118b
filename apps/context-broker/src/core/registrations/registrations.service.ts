import { Inject, Injectable } from '@nestjs/common';
import { NgsiError, type JsonValue, type Registration, type RegistrationInput } from '@smart-city/context';
import { patchRegistration } from '@smart-city/ngsiv2';
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

/** Ids are stored in lower case; clients may write them in capitals too, as MongoDB reads them. */
const storedId = (given: string): string => given.toLowerCase();

/** `/v2/registrations` on the store; what it writes is in the cache of providers at once. */
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
    const registration: Registration = {
      ...input,
      id: newRegistrationId(),
      servicePath: request.servicePaths?.[0] || '/',
    };
    await this.store.insert(request.tenant, registration);
    this.cache.put(request.tenant, registration);
    if (registration.provider.legacyForwarding) this.legacy.created(request, registration.id);
    return registration.id;
  }

  /** A service path that the client names must be the stored one, as text. @throws NotFound */
  async get(request: RequestContext, id: string): Promise<Registration> {
    const found = await this.store.find(request.tenant, storedId(id));
    const wanted = request.servicePaths?.[0] || undefined;
    if (!found || (wanted !== undefined && found.servicePath !== wanted)) throw notFound();
    this.noteLegacy(request, [found]);
    return found;
  }

  /** One page by id; of one service path, exactly, when the client named one. */
  async list(request: RequestContext, asked: Omit<PageRequest, 'servicePath'>): Promise<RegistrationPage> {
    const [named] = request.servicePaths ?? [];
    const servicePath = named === undefined || named === '' || named === '/#' ? {} : { servicePath: named };
    const page = await this.store.page(request.tenant, { ...servicePath, ...asked });
    this.noteLegacy(request, page.registrations);
    return page;
  }

  /** Of several at once each keeps what the others changed. @throws NotFound, or what the body's faults are */
  patch(request: RequestContext, given: string, body: JsonValue): Promise<void> {
    return this.inTurn(request, given, async (id) => {
      const before = await this.store.find(request.tenant, id);
      if (!before) throw notFound();
      const after = patchRegistration(before, body);
      if (!(await this.store.replace(request.tenant, after))) throw notFound();
      this.cache.put(request.tenant, after);
      if (after.provider.legacyForwarding && !before.provider.legacyForwarding)
        this.legacy.created(request, id);
    });
  }

  /** @throws NotFound */
  delete(request: RequestContext, given: string): Promise<void> {
    return this.inTurn(request, given, async (id) => {
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
    for (const { id, provider } of registrations)
      if (provider.legacyForwarding) this.legacy.found(request, id);
  }
}
