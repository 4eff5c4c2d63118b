import type { EntityStore } from '../entity-store';
import type { Exceptions } from './contract-kit';
import { geoContract } from './geo.contract';
import { queryContract } from './query.contract';
import { randomQueryContract } from './random-query.contract';
import { tenancyContract } from './tenancy.contract';
import { typesContract } from './types.contract';
import { updateContract } from './update.contract';
import { valueContract } from './value.contract';

/**
 * What every entity store does, whatever its database.
 *
 * @param open  opens a store; tests work in tenants of their own
 * @param exceptions  names of tests that this database cannot pass, with the reason; they are left out
 */
export function entityStoreContract(open: () => Promise<EntityStore>, exceptions: Exceptions = {}): void {
  describe('EntityStore', () => {
    let opened: EntityStore | undefined;
    const names = new Set<string>();
    beforeAll(async () => {
      opened = await open();
    });
    afterAll(() => opened?.close());

    const context = {
      store: () => {
        if (opened === undefined) throw new Error('the store did not open');
        return opened;
      },
      check: (name: string, test: () => Promise<void>) => {
        names.add(name);
        if (exceptions[name] === undefined) it(name, test);
      },
    };
    describe('updates', () => updateContract(context));
    describe('values', () => valueContract(context));
    describe('tenancy', () => tenancyContract(context));
    describe('queries', () => queryContract(context));
    describe('geo', () => geoContract(context));
    describe('random queries', () => randomQueryContract(context));
    describe('types', () => typesContract(context));

    it('leaves out only tests that exist', () => {
      expect(Object.keys(exceptions).filter((name) => !names.has(name))).toEqual([]);
    });
  });
}
