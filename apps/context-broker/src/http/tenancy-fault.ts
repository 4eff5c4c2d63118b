import { NgsiError } from '@smart-city/ngsi';

/** A fault of `Fiware-Service` or `Fiware-ServicePath`: NGSIv1 tells these apart from others. */
export class TenancyFault extends NgsiError {
  /** @param of  the header itself, or what an update does with it */
  constructor(
    description: string,
    readonly of: 'header' | 'update' = 'header',
  ) {
    super('BadRequest', description);
  }
}
