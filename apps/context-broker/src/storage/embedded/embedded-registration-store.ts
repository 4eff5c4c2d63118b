import type { Registration } from '@smart-city/context';
import type { RegistrationPage, RegistrationPageRequest, RegistrationStore } from '../registration-store';
import { cutPage } from '../cut-page';
import type { DocumentTable } from './document-table';
import type { EmbeddedDatabases } from './embedded-database';
import { registrationOfText, registrationToText } from './registration-json';

const COLLECTION = 'registrations';

/** Registrations as JSON documents in the tenant's database file. */
export class EmbeddedRegistrationStore implements RegistrationStore {
  constructor(private readonly databases: EmbeddedDatabases) {}

  async insert(tenant: string, registration: Registration): Promise<void> {
    await this.table(tenant).put(registration.id, registrationToText(registration));
  }

  async replace(tenant: string, registration: Registration): Promise<boolean> {
    const table = this.table(tenant);
    if ((await table.get(registration.id)) === undefined) return false;
    await table.put(registration.id, registrationToText(registration));
    return true;
  }

  delete(tenant: string, id: string): Promise<boolean> {
    return this.table(tenant).delete(id);
  }

  async find(tenant: string, id: string): Promise<Registration | undefined> {
    const json = await this.table(tenant).get(id);
    return json === undefined ? undefined : registrationOfText(json);
  }

  async page(tenant: string, request: RegistrationPageRequest): Promise<RegistrationPage> {
    const { protocols } = request;
    const all = await this.list(tenant);
    const wanted =
      protocols === undefined ? all : all.filter(({ provider }) => protocols.includes(provider.protocol));
    const { page, ...more } = cutPage(wanted, request);
    return { registrations: page, ...more };
  }

  async list(tenant: string): Promise<readonly Registration[]> {
    const documents = await this.table(tenant).list();
    const registrations = documents.map(({ json }) => registrationOfText(json));
    return registrations.sort((a, b) => (a.id < b.id ? -1 : 1));
  }

  private table(tenant: string): DocumentTable {
    return this.databases.documents(tenant, COLLECTION);
  }
}
