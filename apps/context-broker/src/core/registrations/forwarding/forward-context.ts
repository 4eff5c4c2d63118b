import type { ServicePathFilter } from '@smart-city/context';
import type { RequestContext } from '../../../context/request-context';

/** The client's request on whose behalf providers are asked. */
export interface ForwardContext {
  readonly request: RequestContext;
  readonly tenant: string;
  /** Where registrations are looked for. */
  readonly servicePaths: readonly ServicePathFilter[];
}
