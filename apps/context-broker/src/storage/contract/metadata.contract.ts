import type { AttributeInput, MetadataMap } from '@smart-city/context';
import { attribute, change, point, Workspace, type ContractContext } from './contract-kit';

const T = { id: 'E', type: 'T' };
const item = (value: number) => ({ type: 'Number', value });
const put = (name: string, metadata: MetadataMap, onlyMetadata: AttributeInput['onlyMetadata']) =>
  change('update', T, [{ name, value: null, metadata, onlyMetadata }]);
const only = (kind: AttributeInput['onlyMetadata'], names: Readonly<Record<string, number>>) =>
  put('a', new Map(Object.entries(names).map(([name, value]) => [name, item(value)])), kind);

/** Updates of the metadata of an attribute that leave its value alone. */
export function metadataContract({ store, check }: ContractContext): void {
  const given = async () => {
    const work = new Workspace(store());
    const metadata = { m: { value: 1 }, 'x.y': { value: 2 } };
    await work.create({ id: 'E', attrs: { a: attribute('a', 5, 'Count', metadata), b: 1 } });
    const shown = async (): Promise<[type: string, value: number, metadata: string]> => {
      const { type, value, metadata: items } = (await work.get('E'))!.attrs.get('a')!;
      return [
        type,
        Number(value),
        [...items].map(([name, { value: one }]) => `${name}=${Number(one)}`).join(),
      ];
    };
    return { work, shown };
  };

  check('put keeps the other items, replace does not, remove takes one', async () => {
    const { work, shown } = await given();
    await work.update(only('put', { n: 3, m: 4 }));
    expect(await shown()).toEqual(['Count', 5, 'm=4,x.y=2,n=3']);
    await work.update(only('remove', { 'x.y': 0 }));
    expect(await shown()).toEqual(['Count', 5, 'm=4,n=3']);
    await work.update(only('replace', { o: 1 }));
    expect(await shown()).toEqual(['Count', 5, 'o=1']);
    await work.update(only('remove', { o: 0 }));
    expect(await shown()).toEqual(['Count', 5, '']);
    await work.update(only('put', { p: 1 }));
    await work.update(only('replace', {}));
    expect(await shown()).toEqual(['Count', 5, '']);
  });

  check('the change is one of metadata; the dates follow, and what is the same changes nothing', async () => {
    const { work } = await given();
    const before = (await work.get('E'))!;
    const done = await work.update(only('put', { m: 9 }));
    const [made] = done.kind === 'done' ? done.changes : [];
    expect([...made!.metadataChanged, ...made!.changed]).toEqual(['a']);
    expect(made!.changed.size).toBe(0);
    const after = (await work.get('E'))!;
    expect(after).toEqual(made!.after);
    expect(after.modDate).toBeGreaterThan(before.modDate);
    expect(after.attrs.get('a')!.modDate).toBe(after.modDate);
    expect(after.attrs.get('b')).toEqual(before.attrs.get('b'));
    await work.update(only('put', { m: 9 }));
    expect(await work.get('E')).toEqual(after);
  });

  check('what is not there is told', async () => {
    const { work, shown } = await given();
    expect(await work.update(only('remove', { z: 0 }))).toMatchObject({
      kind: 'failed',
      error: { fault: 'metadataNotFound' },
    });
    expect(await work.update(put('z', new Map(), 'replace'))).toMatchObject({ kind: 'refused' });
    expect(await shown()).toEqual(['Count', 5, 'm=1,x.y=2']);
  });

  check('items that are put at the same time are all there', async () => {
    const { work, shown } = await given();
    await Promise.all(Array.from({ length: 10 }, (_, n) => work.update(only('put', { [`n${n}`]: n }))));
    expect((await shown())[2].split(',')).toHaveLength(12);
  });

  check('ignoreType takes the location away and gives it back', async () => {
    const work = new Workspace(store());
    await work.create({ id: 'E', attrs: { p: point('p', 1, 2) } });
    const ignore: MetadataMap = new Map([['ignoreType', { type: 'Boolean', value: true }]]);
    await work.update(put('p', ignore, 'put'));
    expect((await work.get('E'))!.location).toBeUndefined();
    await work.update(put('p', ignore, 'remove'));
    expect((await work.get('E'))!.location?.attrName).toBe('p');
  });
}
