import 'reflect-metadata';
/** Facts of a route that the frame must know before its handler runs. They stand on the handler, or on the controller for all of its handlers. */
export interface RouteFacts {
  /** Scripts of other origins may call it (CORS). Never a page, nor the authorization endpoint. */
  readonly openToOrigins: boolean;
  /** Answered on http too, where https is on. */
  readonly plainHttp: boolean;
  /** Counted and traced by its path, not with all others below the same first segment. */
  readonly countedByPath: boolean;
}

/** Of a route that declares nothing, and of a path that there is not. */
export const noFacts: RouteFacts = {
  openToOrigins: false,
  plainHttp: false,
  countedByPath: false,
};

const FACTS = 'identity-manager.route-facts';

const declare =
  (fact: Partial<RouteFacts>): ClassDecorator & MethodDecorator =>
  (target: object, _property?: string | symbol, descriptor?: PropertyDescriptor) => {
    const declared = (descriptor?.value as object | undefined) ?? target;
    const others = Reflect.getOwnMetadata(FACTS, declared) as Partial<RouteFacts> | undefined;
    Reflect.defineMetadata(FACTS, { ...others, ...fact }, declared);
  };

export const OpenToOrigins = () => declare({ openToOrigins: true });
export const PlainHttp = () => declare({ plainHttp: true });
export const CountedByPath = () => declare({ countedByPath: true });

/** Facts of a handler; what it says itself counts before what its controller says. */
export const factsOf = (controller: object, handler: object): RouteFacts => ({
  ...noFacts,
  ...(Reflect.getMetadata(FACTS, controller) as Partial<RouteFacts> | undefined),
  ...(Reflect.getMetadata(FACTS, handler) as Partial<RouteFacts> | undefined),
});
