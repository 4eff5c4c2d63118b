import type { RequestOption } from '../context/request-options';

/** Audience of a route: clients whom `-authz` permits, or everybody without it; or those who run the broker (`-adminFrom`, `-adminToken`). */
export type Audience = 'clients' | 'operators';

/** Media types that few routes answer with. */
export type RareType = 'application/geo+json' | 'text/event-stream';

/**
 * Where a route reads or writes, for enforcement: where the request names paths, without them everywhere (`named`) or at `/`
 * (`root`); or everywhere, whatever is named (`everywhere`).
 */
export type ServicePathUse = 'named' | 'root' | 'everywhere';

/** How a route changes whatever a filter selects: by URL parameters, or also by a filter in the body. */
export type SelectionBy = 'parameters' | 'body';

/** How the alarm of bad requests tells a fault of the route: as any other, always as one of the payload, or as it is. */
export type BadInputTold = 'usual' | 'asPayload' | 'asItIs';

/** Facts of a route that the frame must know before its handler runs. They stand on the handler, or on the controller for all of its handlers. */
export interface RouteFacts {
  /** Undefined: nobody has said it, so the route is closed. */
  readonly audience: Audience | undefined;
  /** It holds to grants on entities: bearers of those may use it. Others need a permission for its path. */
  readonly holdsToGrants: boolean;
  readonly servicePaths: ServicePathUse;
  /** Undefined: it changes what its path names, and nothing else. */
  readonly selection: SelectionBy | undefined;
  /** Row of `/statistics` that counts its path; undefined: the path. */
  readonly countedAs: string | undefined;
  /** Row that counts a change of a selection by URL parameters. */
  readonly selectionCountedAs: string | undefined;
  /** Verbs of its path as `Allow` says them; false: another verb is told as an unknown path. Undefined: those registered. */
  readonly allow: string | false | undefined;
  /** Names in `options` that mean something here, and nothing elsewhere. */
  readonly ownOptions: readonly RequestOption[];
  readonly rareTypes: readonly RareType[];
  /** Pages of other origins may ask for it (CORS), whatever its face says. */
  readonly openToOrigins: boolean;
  /** Letter case of its path counts, whatever its face says. */
  readonly exactCase: boolean;
  /** People look at it: its addresses and forms are not held to the rules of an interface. */
  readonly isPage: boolean;
  /** Known to those only who ask for a page. */
  readonly isForBrowsers: boolean;
  readonly badInput: BadInputTold;
}

/** Facts of a route that declares none: it is closed. */
export const NO_FACTS: RouteFacts = {
  audience: undefined,
  holdsToGrants: false,
  servicePaths: 'named',
  selection: undefined,
  countedAs: undefined,
  selectionCountedAs: undefined,
  allow: undefined,
  ownOptions: [],
  rareTypes: [],
  openToOrigins: false,
  exactCase: false,
  isPage: false,
  isForBrowsers: false,
  badInput: 'usual',
};

const FACTS = 'context-broker.route-facts';

const declare =
  (fact: Partial<RouteFacts>): ClassDecorator & MethodDecorator =>
  (target: object, _property?: string | symbol, descriptor?: PropertyDescriptor) => {
    const declared = (descriptor?.value as object | undefined) ?? target;
    const others = Reflect.getOwnMetadata(FACTS, declared) as Partial<RouteFacts> | undefined;
    Reflect.defineMetadata(FACTS, { ...others, ...fact }, declared);
  };

/** Opens a route to clients of the interface. With `-authz` they need a permission. */
export const ForClients = () => declare({ audience: 'clients' });
/** Opens a route to those who run the broker. */
export const ForOperators = () => declare({ audience: 'operators' });
/** Says that everything the route reaches holds to the grants of the request. */
export const HoldsToGrants = () => declare({ holdsToGrants: true });
export const ServicePaths = (servicePaths: ServicePathUse) => declare({ servicePaths });
/** @param selectionCountedAs  row of `/statistics`, where the original has none for the verb */
export const ChangesSelection = (selectionCountedAs: string) =>
  declare({ selection: 'parameters', selectionCountedAs });
export const MayChangeSelection = () => declare({ selection: 'body' });
export const CountedAs = (countedAs: string) => declare({ countedAs });
/** Says it for all verbs of the path: one of its handlers is enough. */
export const Allow = (allow: string | false) => declare({ allow });
export const OwnOptions = (...ownOptions: readonly RequestOption[]) => declare({ ownOptions });
export const Answers = (...rareTypes: readonly RareType[]) => declare({ rareTypes });
export const OpenToOrigins = () => declare({ openToOrigins: true });
export const ExactCase = () => declare({ exactCase: true });
export const AsPage = () => declare({ isPage: true });
export const ForBrowsers = () => declare({ isPage: true, isForBrowsers: true });
export const BadInput = (badInput: BadInputTold) => declare({ badInput });

/** Facts of a handler; what it says itself counts before what its controller says. */
export const routeFactsOf = (controller: object, handler: object): RouteFacts => ({
  ...NO_FACTS,
  ...(Reflect.getMetadata(FACTS, controller) as Partial<RouteFacts> | undefined),
  ...(Reflect.getMetadata(FACTS, handler) as Partial<RouteFacts> | undefined),
});
