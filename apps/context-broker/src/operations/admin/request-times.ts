import { Injectable } from '@nestjs/common';
import { renderNumber } from '@smart-city/context';
import type { NgsiRequest } from '../../http/ngsi-request';

type Part = 'jsonV1Parse' | 'jsonV2Parse' | 'mongoBackend' | 'total';

/** Seconds that requests took, for `-statTiming`: of the last request and of all together. */
@Injectable()
export class RequestTimes {
  private accumulated = new Map<Part, number>();
  private last = new Map<Part, number>();

  answered(request: NgsiRequest): void {
    const { tookMs, parsedMs, usesStore } = request;
    const total = tookMs / 1000;
    const parse = parsedMs / 1000;
    const isOfNgsiv1 = parse > 0 && request.face.isTimedApart;
    this.last = new Map<Part, number>([
      ['jsonV1Parse', isOfNgsiv1 ? parse : 0],
      ['jsonV2Parse', isOfNgsiv1 ? 0 : parse],
      ['mongoBackend', usesStore ? total - parse : 0],
      ['total', total],
    ]);
    for (const [part, seconds] of this.last)
      this.accumulated.set(part, (this.accumulated.get(part) ?? 0) + seconds);
  }

  /** Empty until something was measured. */
  render(): string {
    if (this.last.size === 0) return '{}';
    return `{"accumulated":${renderTimes(this.accumulated)},"last":${renderTimes(this.last)}}`;
  }

  reset(): void {
    this.accumulated = new Map();
    this.last = new Map();
  }
}

const renderTimes = (times: ReadonlyMap<Part, number>) =>
  `{${[...times]
    .filter(([, seconds]) => seconds !== 0)
    .map(([part, seconds]) => `"${part}":${renderNumber(seconds)}`)
    .join(',')}}`;
