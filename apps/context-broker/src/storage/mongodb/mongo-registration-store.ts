import type { Registration } from '@smart-city/context';
import { ADDITIONS_MEMBER, PROVIDER_PROTOCOLS } from '@smart-city/ngsiv2';
import type { Document, Filter } from 'mongodb';
import type { RegistrationPage, RegistrationPageRequest, RegistrationStore } from '../registration-store';
import { nextAfter } from '../page-request';
import { behindId } from './behind-id';
import { documentId } from './document-id';
import type { MongoDatabases } from './mongo-databases';
import { PROTOCOL_MEMBER, registrationsOfDocument, registrationToDocument } from './registration-document';

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
    const filter = filterById(registration.id);
    const { matchedCount } = await this.databases.run(
      { tenant, collection, operation: 'update', detail: document },
      (registrations) => registrations.replaceOne(filter, document),
    );
    return matchedCount > 0;
  }

  async delete(tenant: string, id: string): Promise<boolean> {
    const filter = filterById(id);
    const { deletedCount } = await this.databases.run(
      { tenant, collection, operation: 'remove', detail: filter },
      (registrations) => registrations.deleteOne(filter),
    );
    return deletedCount > 0;
  }

  async find(tenant: string, id: string): Promise<Registration | undefined> {
    const filter = filterById(id);
    const document = await this.databases.run(
      { tenant, collection, operation: 'query', detail: filter },
      (registrations) => registrations.findOne(filter, { promoteLongs: false }),
    );
    return document ? registrationsOfDocument(document)[0] : undefined;
  }

  async page(tenant: string, request: RegistrationPageRequest): Promise<RegistrationPage> {
    const { servicePath, protocols, limit, offset } = request;
    const filter: Filter<Document> = {
      ...(servicePath !== undefined && { servicePath }),
      ...(protocols !== undefined && filterByProtocols(protocols)),
    };
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

const filterById = (id: string) => ({ _id: documentId(id) }) as Filter<Document>;

/** Documents name a protocol that Orion does not know only. */
const filterByProtocols = (protocols: readonly string[]): Filter<Document> => ({
  [`${ADDITIONS_MEMBER}.${PROTOCOL_MEMBER}`]: protocols.some((name) => PROVIDER_PROTOCOLS.includes(name))
    ? { $exists: false }
    : { $in: protocols },
});
