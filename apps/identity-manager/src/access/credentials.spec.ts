import type { Request } from 'express';
import { credentialReader, CredentialStrategy, type Seen } from './credentials';

interface Named {
  readonly by: string;
  readonly who: string;
}

/** Knows whoever a header of its own names; `wrong` is nobody. */
class NamedStrategy extends CredentialStrategy<Named> {
  authenticate({ request }: Seen<Named>): void {
    const who = request.headers[this.name];
    if (typeof who !== 'string') return this.fail();
    if (who === 'unreadable') throw new Error(`${this.name} cannot be read`);
    this.find(who).then(this.success, this.error);
  }

  private async find(who: string): Promise<Named | undefined> {
    // Other requests are read meanwhile.
    for (let turns = who.length % 3; turns > 0; turns--)
      await new Promise((resolve) => setImmediate(resolve));
    if (who === 'wrong') throw new Error(`${this.name} is wrong`);
    return who === 'forgotten' ? undefined : { by: this.name, who };
  }
}

describe('credentialReader (docs/behaviour/identity-manager.md, "Client authentication")', () => {
  const reader = credentialReader<Named>(new NamedStrategy('x-first'), new NamedStrategy('x-second'));
  const read = async (headers: Record<string, string>) => {
    const seen: Seen<Named> = { request: { headers } as unknown as Request };
    await reader(seen, undefined);
    return seen.owner;
  };

  it('gives whom the first strategy knows that finds credentials of its kind', async () => {
    expect(await read({ 'x-second': 'b' })).toEqual({ by: 'x-second', who: 'b' });
    expect(await read({ 'x-first': 'a', 'x-second': 'b' })).toEqual({ by: 'x-first', who: 'a' });
  });

  it('gives nobody for a request without any, or whose are nobody’s', async () => {
    expect(await read({})).toBeUndefined();
    expect(await read({ 'x-first': 'forgotten', 'x-second': 'b' })).toBeUndefined();
  });

  it.each(['wrong', 'unreadable'])(
    'says of %s ones what the strategy says, and asks no other',
    async (who) => {
      await expect(read({ 'x-first': who, 'x-second': 'b' })).rejects.toThrow(/^x-first (is|cannot)/);
      await expect(read({ 'x-second': who })).rejects.toThrow(/^x-second (is|cannot)/);
    },
  );

  it('keeps requests apart that are read at the same time', async () => {
    const names = Array.from({ length: 50 }, (_, at) => 'n'.repeat(at + 1));
    const found = await Promise.all(names.map((who) => read({ 'x-first': who })));
    expect(found.map((owner) => owner?.who)).toEqual(names);
  });

  it('keeps readers apart that have strategies of the same name', async () => {
    const other = credentialReader<Named>(new NamedStrategy('x-first'));
    const seen: Seen<Named> = { request: { headers: { 'x-second': 'b' } } as unknown as Request };
    await other(seen, undefined);
    expect(seen.owner).toBeUndefined();
    expect(await read({ 'x-second': 'b' })).toEqual({ by: 'x-second', who: 'b' });
  });

  it('leaves nothing on the request', async () => {
    const request = { headers: { 'x-first': 'a' } } as unknown as Request;
    await reader({ request }, undefined);
    expect(Object.keys(request)).toEqual(['headers']);
  });
});
