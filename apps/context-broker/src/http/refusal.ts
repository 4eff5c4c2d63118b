import { NgsiError, type NgsiErrorName } from '@smart-city/ngsi';

/** A refusal that tells more than its body: in header fields, as name, value, name, value … */
export class Refusal extends NgsiError {
  constructor(
    error: NgsiErrorName,
    description: string,
    readonly headers: readonly string[],
  ) {
    super(error, description);
  }
}
