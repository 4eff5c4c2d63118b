import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { isUpdateFault, type NgsiError } from '@smart-city/context';
import { orionError } from '@smart-city/ngsiv2';
import { NGSIV1_PHRASES, renderStatus, type Ngsiv1Code, type Ngsiv1ParseOptions } from '@smart-city/ngsiv1';
import { Answer } from '../../http/answer';
import { Refusal } from '../../http/answer-fault';
import type { Check, Face, RequestFault } from '../../http/face';
import type { NgsiRequest } from '../../http/ngsi-request';
import { RouteTable } from '../../http/route-table';
import { TenancyFault } from '../../http/tenancy';
import { EmptyParameter, type UrlParameters } from '../../http/url-parameters';
import { GONE_PATHS } from './gone-paths';
import { OLD_ADMIN_PATHS } from './old-admin-paths';
import { ngsiv1Operations } from './ngsiv1-operations';
import { Ngsiv1Use } from './ngsiv1-use';

/** Face of NGSIv1. Requests are checked as other paths of Orion are; faults are told in its own way. */
export class Ngsiv1Face implements Face {
  readonly prefixes = ['v1', 'ngsi10', 'ngsi9'];
  readonly exactCase = false;
  readonly takesEmptyParts = false;
  readonly splitsBeforeDecoding = false;
  readonly tenantHeaders = ['fiware-service'] as const;
  readonly readsTexts = true;
  readonly isTimedApart = true;
  readonly answersPreflights = false;
  readonly grantedParameters: ReadonlySet<string> = new Set();
  readonly checks: readonly Check[];
  readonly described = [
    {
      tag: 'NGSIv1',
      description: 'Deprecated: use NGSIv2. There with -compatVersion below 4.0.0 only.',
      isDeprecated: true,
      operations: ngsiv1Operations,
    },
  ];

  constructor(
    private readonly use: Ngsiv1Use,
    private readonly others: Face,
    readonly parsing: Ngsiv1ParseOptions,
  ) {
    this.checks = others.checks;
  }

  /** A parameter without a value counts as absent, and not as a fault. */
  readParameters(query: string, changesSelection: boolean): UrlParameters {
    const parameters = this.others.readParameters(query, changesSelection);
    return parameters.fault instanceof EmptyParameter ? { ...parameters, fault: undefined } : parameters;
  }

  /** Parts that are read. */
  opensToOrigins({ method }: NgsiRequest): boolean {
    return method === 'GET';
  }

  noSuchPath(request: NgsiRequest): Error {
    return this.others.noSuchPath(request);
  }

  noSuchVerb(request: NgsiRequest, allow: string): Error {
    return this.others.noSuchVerb(request, allow);
  }

  faultOf(thrown: unknown): NgsiError | undefined {
    return isUpdateFault(thrown) ? orionError(thrown) : undefined;
  }

  internalFault(): RequestFault {
    return this.others.internalFault();
  }

  faultAnswer(request: NgsiRequest, fault: RequestFault): Answer {
    const headers = fault instanceof Refusal ? fault.headers : [];
    if (fault.status === 405) return new Answer(405, '', headers);
    if (fault instanceof TenancyFault && fault.of === 'update') return inAnswer('errorCode', fault);
    if (fault instanceof TenancyFault) return inAnswer('orionError', fault);
    const member = isAnsweredByOperation(request, fault) ? 'errorCode' : 'orionError';
    return new Answer(fault.status, `{"${member}":${statusOf(fault)}}`, headers);
  }

  answered(request: NgsiRequest, answer: Answer): void {
    this.use.answered(request, answer);
  }

  /** It tells of unknown paths of operations too, as Orion does. */
  tellsUnknown(first: string): boolean {
    return first !== 'version' && first !== 'admin';
  }
}

/** Makes paths known that NGSIv1 once had, when those of the controllers are. */
@Injectable()
export class Ngsiv1OldPaths implements OnApplicationBootstrap {
  constructor(private readonly routes: RouteTable) {}

  onApplicationBootstrap(): void {
    for (const [allow, paths] of GONE_PATHS) for (const path of paths) this.routes.addKnown(path, allow);
    for (const [path, of] of OLD_ADMIN_PATHS) this.routes.addAlias(path, of);
  }
}

const inAnswer = (member: 'errorCode' | 'orionError', error: RequestFault): Answer =>
  new Answer(200, `{"${member}":${statusOf(error)}}`);

/** Bodies that cannot even be read are refused in the shape of the operation they were for. */
const isAnsweredByOperation = ({ resource }: NgsiRequest, { status }: RequestFault): boolean =>
  [411, 413, 415].includes(status) &&
  resource !== undefined &&
  /\/(?:updateContext|queryContext)$/i.test(resource.path);

function statusOf({ status, message }: RequestFault): string {
  const code: Ngsiv1Code = status in NGSIV1_PHRASES ? (status as Ngsiv1Code) : 500;
  return renderStatus({ code, details: message });
}
