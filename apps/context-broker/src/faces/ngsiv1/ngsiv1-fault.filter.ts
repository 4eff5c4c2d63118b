import { Catch, UseFilters, type ArgumentsHost, type ExceptionFilter } from '@nestjs/common';
import { ContextFault, NgsiError, type UpdateFault } from '@smart-city/context';
import { Ngsiv1Fault } from '@smart-city/ngsiv1';
import { orionError } from '@smart-city/ngsiv2';
import type { Reply } from '../../http/answer-writer';
import type { NgsiRequest } from '../../http/ngsi-request';
import { ngsiv1FaultAnswer, type FaultShapes } from './ngsiv1-answers';

/** Tells the faults of one operation its way; what is no fault of the request goes on to the filter of all. */
@Catch(ContextFault, NgsiError, Ngsiv1Fault)
class Ngsiv1FaultFilter implements ExceptionFilter<UpdateFault | Ngsiv1Fault> {
  constructor(private readonly shapes: FaultShapes) {}

  catch(fault: UpdateFault | Ngsiv1Fault, host: ArgumentsHost): void {
    const [request, reply] = host.getArgs<[NgsiRequest, Reply]>();
    reply.send(
      ngsiv1FaultAnswer(request, fault instanceof Ngsiv1Fault ? fault : orionError(fault), this.shapes),
    );
  }
}

/** Declares how an operation tells its faults. */
export const TellsFaults = (shapes: FaultShapes) => UseFilters(new Ngsiv1FaultFilter(shapes));
