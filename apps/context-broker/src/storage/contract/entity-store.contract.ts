import type { EntityStore } from '../entity-store';
import { geoContract } from './geo.contract';
import { guarantees, type Guarantee } from './guarantees';
import { cursorContract } from './cursor.contract';
import { metadataContract } from './metadata.contract';
import { aggregateContract } from './aggregate.contract';
import { preconditionContract } from './precondition.contract';
import { queryContract } from './query.contract';
import { randomQueryContract } from './random-query.contract';
import { expiryContract } from './expiry.contract';
import { rewriteContract } from './rewrite.contract';
import { ldRandomQueryContract } from './ld-random-query.contract';
import { ldSelectContract } from './ld-select.contract';
import { tenancyContract } from './tenancy.contract';
import { typesContract } from './types.contract';
import { updateContract } from './update.contract';
import { valueContract } from './value.contract';

/**
 * What every entity store does, whatever its database.
 *
 * @param open  opens a store; tests work in tenants of their own
 * @param lacks  guarantees that this database does not give; the cases that need them are skipped and say why
 */
export function entityStoreContract(
  open: () => Promise<EntityStore>,
  lacks: ReadonlySet<Guarantee> = new Set(),
): void {
  describe('EntityStore', () => {
    let opened: EntityStore | undefined;
    beforeAll(async () => {
      opened = await open();
    });
    afterAll(() => opened?.close());

    const context = {
      store: () => {
        if (opened === undefined) throw new Error('the store did not open');
        return opened;
      },
      check: (name: string, test: () => Promise<void>, needs?: Guarantee) => {
        if (needs !== undefined && lacks.has(needs)) it.skip(`${name} (needs: ${guarantees[needs]})`, test);
        else it(name, test);
      },
    };
    describe('updates', () => updateContract(context));
    describe('rewrites', () => rewriteContract(context));
    describe('queries of NGSI-LD', () => {
      ldSelectContract(context);
      ldRandomQueryContract(context);
    });
    describe('ends', () => expiryContract(context));
    describe('groups', () => aggregateContract(context));
    describe('preconditions', () => preconditionContract(context));
    describe('metadata', () => metadataContract(context));
    describe('values', () => valueContract(context));
    describe('tenancy', () => tenancyContract(context));
    describe('queries', () => queryContract(context));
    describe('pages by cursor', () => cursorContract(context));
    describe('geo', () => geoContract(context));
    describe('random queries', () => randomQueryContract(context));
    describe('types', () => typesContract(context));
  });
}
