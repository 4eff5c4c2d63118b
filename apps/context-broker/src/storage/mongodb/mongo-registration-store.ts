import type { Registration } from '@smart-city/context';
import { ObjectId, type Document, type Filter } from 'mongodb';
import type { RegistrationPage, RegistrationStore } from '../registration-store';
import { nextAfter, type PageRequest } from '../page-request';
import { behindId } from './behind-id';
import type { MongoDatabases } from './mongo-databases';
import { registrationsOfDocument, registrationToDocument } from './registration-document';

const collection = 'registrations';

/** Registrations in the collection `registrations` of the tenant's database, shared with Orion. */
export class MongoRegistrationStore implements RegistrationStore {
  constructor(private readonly databases: MongoDatabases) {}

  async insert(tenant: string, registration: Registration): Promise<void> {
    const document = registrationToDocument(registration);
    await this.databases.run(
      { tenant, collection, operation: 'insert_one', detail: document },
      (registrations) => registrations.insertOne(document),
    );
  }

  async replace(tenant: string, registration: Registration): Promise<boolean> {
    const document = registrationToDocument(registration);
    const filter = { _id: document['_id'] as ObjectId };
    const { matchedCount } = await this.databases.run(
      { tenant, collection, operation: 'update', detail: document },
      (registrations) => registrations.replaceOne(filter, document),
    );
    return matchedCount > 0;
  }

  async delete(tenant: string, id: string): Promise<boolean> {
    const filter = filterById(id);
    if (!filter) return false;
    const { deletedCount } = await this.databases.run(
      { tenant, collection, operation: 'remove', detail: filter },
      (registrations) => registrations.deleteOne(filter),
    );
    return deletedCount > 0;
  }

  async find(tenant: string, id: string): Promise<Registration | undefined> {
    const filter = filterById(id);
    if (!filter) return undefined;
    const document = await this.databases.run(
      { tenant, collection, operation: 'query', detail: filter },
      (registrations) => registrations.findOne(filter, { promoteLongs: false }),
    );
    return document ? registrationsOfDocument(document)[0] : undefined;
  }

  async page(tenant: string, request: PageRequest): Promise<RegistrationPage> {
    const { servicePath, limit, offset } = request;
    const filter: Filter<Document> = servicePath === undefined ? {} : { servicePath };
    const count = await this.databases.run(
      { tenant, collection, operation: 'count_documents', detail: filter },
      (registrations) => registrations.countDocuments(filter),
    );
    // To the driver, limit 0 means no limit.
    const documents =
      limit === 0 ? [] : await this.read(tenant, behindId(filter, request), { limit, offset });
    return {
      registrations: documents.flatMap((document) => registrationsOfDocument(document).slice(0, 1)),
      count,
      ...nextAfter(
        documents.map(({ _id }) => ({ id: String(_id) })),
        request,
      ),
    };
  }

  async list(tenant: string): Promise<readonly Registration[]> {
    return (await this.read(tenant, {}, { limit: 0, offset: 0 })).flatMap(registrationsOfDocument);
  }

  private read(
    tenant: string,
    filter: Filter<Document>,
    page: { limit: number; offset: number },
  ): Promise<readonly Document[]> {
    return this.databases.run({ tenant, collection, operation: 'query', detail: filter }, (registrations) =>
      registrations
        .find(filter, { promoteLongs: false })
        .sort({ _id: 1 })
        .skip(page.offset)
        .limit(page.limit)
        .toArray(),
    );
  }
}

const filterById = (id: string): Filter<Document> | undefined =>
  /^[0-9a-fA-F]{24}$/.test(id) ? { _id: new ObjectId(id) } : undefined;
