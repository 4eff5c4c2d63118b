import {
  aggregatesRenderer,
  invalidRequest,
  ldListParameter,
  parseAggregation,
  parseTemporalFormat,
  parseTemporalQuery,
  renderTemporalInstances,
  valuesRenderer,
  type Aggregation,
  type RenderAttribute,
  type TemporalFormat,
  type TemporalMembers,
  type TemporalQuery,
} from '@smart-city/ngsild';
import type { LdCall } from '../ld-call';

/** Request for the past, with the form that it wants. */
export interface TemporalRequest {
  readonly query: TemporalQuery;
  readonly format: TemporalFormat;
  readonly sysAttrs: boolean;
  /** Present for sums. */
  readonly aggregation?: Aggregation;
}

/** Members that say how values are summed up, as they came. */
export interface AggregationMembers {
  readonly methods?: readonly string[] | undefined;
  readonly duration?: string | undefined;
}

/** Reads the parameters of a URL. @throws NgsiLdFault  InvalidRequest, BadRequestData */
export function temporalRequestOf(call: LdCall): TemporalRequest {
  const text = (name: string) => call.parameter(name);
  return readTemporalRequest(
    call,
    {
      timerel: text('timerel'),
      timeAt: text('timeAt'),
      endTimeAt: text('endTimeAt'),
      timeproperty: text('timeproperty'),
      lastN: text('lastN'),
    },
    {
      methods: ldListParameter('aggrMethods', text('aggrMethods')),
      duration: text('aggrPeriodDuration'),
    },
    'normalized',
  );
}

/**
 * Reads what is asked.
 *
 * @param otherwise  the format where the URL chooses none
 * @throws NgsiLdFault  InvalidRequest, BadRequestData
 */
export function readTemporalRequest(
  call: LdCall,
  members: TemporalMembers,
  { methods, duration }: AggregationMembers,
  otherwise: TemporalFormat,
): TemporalRequest {
  const { format = otherwise, sysAttrs } = parseTemporalFormat(
    call.parameter('format'),
    call.parameter('options'),
  );
  const isAsked = (methods ?? duration) !== undefined || format === 'aggregatedValues';
  const aggregation = isAsked ? parseAggregation(methods, duration) : undefined;
  return {
    query: parseTemporalQuery(members),
    format,
    sysAttrs,
    ...(format === 'aggregatedValues' && aggregation !== undefined && { aggregation }),
  };
}

/** Writes attributes as one request wants them. */
export class AttributeRenderer {
  private hasValues = false;
  private isEligible = false;
  readonly render: RenderAttribute;

  constructor({ query, format, aggregation }: TemporalRequest) {
    if (aggregation !== undefined)
      this.render = aggregatesRenderer(aggregation, query, (isEligible) => {
        this.hasValues = true;
        this.isEligible ||= isEligible;
      });
    else if (format === 'temporalValues') this.render = valuesRenderer(query.property);
    else this.render = renderTemporalInstances;
  }

  /** @throws InvalidRequest  no attribute can be summed up in any of the ways that are asked for (GS CIM 009 §4.5.19) */
  check(): void {
    if (this.hasValues && !this.isEligible)
      throw invalidRequest('Nothing to aggregate', 'No attribute has values that the methods are for');
  }
}
