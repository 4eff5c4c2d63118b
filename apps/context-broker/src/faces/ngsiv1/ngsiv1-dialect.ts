import { Inject, Injectable } from '@nestjs/common';
import { type NgsiError } from '@smart-city/context';
import { NGSIV1_PHRASES, renderStatus, type Ngsiv1Code, type Ngsiv1ParseOptions } from '@smart-city/ngsiv1';
import { OPTIONS, type BrokerOptions } from '../../cli/options';
import { Answer } from '../../http/answer';
import type { Dialect } from '../../http/dialect';
import type { NgsiRequest } from '../../http/ngsi-request';
import { RouteTable } from '../../http/route-table';
import { TenancyFault } from '../../http/tenancy';
import { GONE_PATHS } from './gone-paths';
import { OLD_ADMIN_PATHS } from './old-admin-paths';
import { Ngsiv1Use } from './ngsiv1-use';

/** What all paths of NGSIv1 share: how faults are told that come before an operation, and that every use is counted. */
@Injectable()
export class Ngsiv1Dialect implements Dialect {
  readonly prefixes = ['v1', 'ngsi10', 'ngsi9'];
  readonly ignoresEmptyParameters = true;
  readonly parsing: Ngsiv1ParseOptions;

  constructor(
    private readonly use: Ngsiv1Use,
    private readonly routes: RouteTable,
    @Inject(OPTIONS) { strictNgsiv1Ids }: BrokerOptions,
  ) {
    this.parsing = { strictIds: strictNgsiv1Ids };
  }

  /** Once the routes of the controllers are known. */
  onApplicationBootstrap(): void {
    for (const [allow, paths] of GONE_PATHS) for (const path of paths) this.routes.addKnown(path, allow);
    for (const [path, of] of OLD_ADMIN_PATHS) this.routes.addAlias(path, of);
    this.routes.speak(this);
  }

  faultAnswer(request: NgsiRequest, error: NgsiError, headers: readonly string[]): Answer {
    if (error.status === 405) return new Answer(405, '', headers);
    if (error instanceof TenancyFault && error.of === 'update') return inAnswer('errorCode', error);
    if (error instanceof TenancyFault) return inAnswer('orionError', error);
    const member = isAnsweredByOperation(request, error) ? 'errorCode' : 'orionError';
    return new Answer(error.status, `{"${member}":${statusOf(error)}}`, headers);
  }

  answered(request: NgsiRequest, answer: Answer): void {
    this.use.answered(request, answer);
  }
}

const inAnswer = (member: 'errorCode' | 'orionError', error: NgsiError): Answer =>
  new Answer(200, `{"${member}":${statusOf(error)}}`);

/** Bodies that cannot even be read are refused in the shape of the operation they were for. */
const isAnsweredByOperation = ({ resource }: NgsiRequest, { status }: NgsiError): boolean =>
  [411, 413, 415].includes(status) &&
  resource !== undefined &&
  /\/(?:updateContext|queryContext)$/i.test(resource.path);

function statusOf({ status, message }: NgsiError): string {
  const code: Ngsiv1Code = status in NGSIV1_PHRASES ? (status as Ngsiv1Code) : 500;
  return renderStatus({ code, details: message });
}
