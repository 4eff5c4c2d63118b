import type { EntityStore } from '../entity-store';
import type { Skips } from './contract-kit';
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
 * @param skips  test names with the reason why this database cannot pass them
 */
export function entityStoreContract(open: () => Promise<EntityStore>, skips: Skips = {}): void {
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
        const reason = skips[name];
        if (reason === undefined) it(name, test);
        else it.skip(`${name} (${reason})`, test);
      },
    };
    describe('updates', () => updateContract(context));
    describe('values', () => valueContract(context));
    describe('tenancy', () => tenancyContract(context));
    describe('queries', () => queryContract(context));
    describe('geo', () => geoContract(context));
    describe('random queries', () => randomQueryContract(context));
    describe('types', () => typesContract(context));

    it('skips only tests that exist', () => {
      expect(Object.keys(skips).filter((name) => !names.has(name))).toEqual([]);
    });
  });
}
