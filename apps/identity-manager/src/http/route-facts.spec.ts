import { CountedByPath, factsOf, noFacts, OpenToOrigins, PlainHttp } from './route-facts';

@OpenToOrigins()
@PlainHttp()
class Declared {
  plain(this: void): void {}

  @CountedByPath()
  own(this: void): void {}
}

class Undeclared {
  @OpenToOrigins()
  @CountedByPath()
  own(this: void): void {}

  plain(this: void): void {}
}

describe('What the frame knows of a route', () => {
  it('is what its handler and its controller declare together, and nothing otherwise', () => {
    const both = { openToOrigins: true, plainHttp: true };
    expect(factsOf(Declared, Declared.prototype.plain)).toEqual({ ...noFacts, ...both });
    expect(factsOf(Declared, Declared.prototype.own)).toEqual({ ...both, countedByPath: true });
    expect(factsOf(Undeclared, Undeclared.prototype.own)).toEqual({
      ...noFacts,
      openToOrigins: true,
      countedByPath: true,
    });
    expect(factsOf(Undeclared, Undeclared.prototype.plain)).toEqual(noFacts);
  });

  it('is nothing open, counted or plain unless somebody says so', () => {
    expect(Object.values(noFacts)).toEqual([false, false, false]);
  });
});
