import type { Request } from 'express';
import { CredentialReader, CredentialStrategy } from './credentials';

interface Named {
  readonly by: string;
  readonly who: string;
}

/** Knows whoever a header of its own names; `wrong` is nobody. */
class NamedStrategy extends CredentialStrategy<Named> {
  protected async verify({ headers }: Request) {
    const who = headers[this.name];
    if (typeof who !== 'string') return undefined;
    // Other requests are read meanwhile.
    for (let turns = who.length % 3; turns > 0; turns--)
      await new Promise((resolve) => setImmediate(resolve));
    if (who === 'wrong') throw new Error(`${this.name} is wrong`);
    return { by: this.name, who };
  }
}

describe('CredentialReader (docs/behaviour/identity-manager.md, "Client authentication")', () => {
  const reader = new CredentialReader<Named>([new NamedStrategy('x-first'), new NamedStrategy('x-second')]);
  const read = (headers: Record<string, string>) => reader.read({ headers } as unknown as Request);

  it('gives whom the first strategy knows that finds credentials of its kind', async () => {
    expect(await read({ 'x-second': 'b' })).toEqual({ by: 'x-second', who: 'b' });
    expect(await read({ 'x-first': 'a', 'x-second': 'b' })).toEqual({ by: 'x-first', who: 'a' });
  });

  it('gives nobody for a request without any', async () => {
    expect(await read({})).toBeUndefined();
  });

  it('says of wrong ones what the strategy says, and asks no other', async () => {
    await expect(read({ 'x-first': 'wrong', 'x-second': 'b' })).rejects.toThrow('x-first is wrong');
  });

  it('keeps requests apart that are read at the same time', async () => {
    const names = Array.from({ length: 50 }, (_, at) => 'n'.repeat(at + 1));
    const found = await Promise.all(names.map((who) => read({ 'x-first': who })));
    expect(found.map((owner) => owner?.who)).toEqual(names);
  });

  it('leaves nothing on the request', async () => {
    const request = { headers: { 'x-first': 'a' } } as unknown as Request;
    await reader.read(request);
    expect(Object.keys(request)).toEqual(['headers']);
  });
});
