import { NgsiError } from './errors';

type None = Readonly<Record<never, never>>;

/** Facts of each fault of the core, besides its name. Texts and statuses are those of a face. */
export interface FaultFacts {
  readonly entityNotFound: None;
  readonly attributeNotFound: None;
  readonly metadataNotFound: None;
  readonly tooManyEntities: None;
  /** The entity is not in the version that the request asks for. */
  readonly versionDiffers: None;
  /** A second attribute would be the location of an entity. */
  readonly secondLocation: None;
  /** As it, of an entity whose location is another attribute. */
  readonly locationTaken: { readonly attribute: string; readonly location: string };
  /** A location is deleted by its type. */
  readonly locationDeleted: None;
  /** A value that is no geometry. `of` says what kind of attribute it was written to, where that is told. */
  readonly wrongGeometry: { readonly reason: string; readonly of: 'new' | 'existing' | 'any' | 'nothing' };
  /** A geometry that no index takes. */
  readonly geometryNotIndexable: None;
  /** The end of life of an entity is no date. */
  readonly expiryNotADate: None;
  /** The result of an operator is too large for a number. */
  readonly numberTooLarge: { readonly attribute: string };
  /** An operator cannot be applied; `text` in the words of MongoDB. */
  readonly operatorRefused: {
    readonly collection: string;
    readonly document: string;
    readonly text: string;
  };
}

export type FaultName = keyof FaultFacts;

/** A fault that the core has found, by its name. */
export class ContextFault<N extends FaultName = FaultName> extends Error {
  constructor(
    readonly fault: N,
    readonly facts: FaultFacts[N],
  ) {
    super(fault);
  }

  /** Whether it is the fault of that name; its facts are known then. */
  is<M extends FaultName>(name: M): this is ContextFault<M> {
    const own: FaultName = this.fault;
    return own === name;
  }
}

export const entityNotFound = () => new ContextFault('entityNotFound', {});
export const attributeNotFound = () => new ContextFault('attributeNotFound', {});
export const tooManyEntities = () => new ContextFault('tooManyEntities', {});
/** What `If-Match` or `If-None-Match` asks for is not so. */
export const versionDiffers = () => new ContextFault('versionDiffers', {});

/** Why an update was not done: a fault of the core by its name, or what a store or a face has found. */
export type UpdateFault = ContextFault | NgsiError;

export const isUpdateFault = (error: unknown): error is UpdateFault =>
  error instanceof ContextFault || error instanceof NgsiError;
