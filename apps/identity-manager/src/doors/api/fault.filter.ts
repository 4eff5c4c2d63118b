import { Catch, type ArgumentsHost, type ExceptionFilter } from '@nestjs/common';
import type { Response } from 'express';
import { Fault, OverLimit } from '../../faults/faults';
import { errorTitle } from '../../http/api-errors';
import { statusOfFault } from '../../http/fault-status';
import { faultText } from './fault-texts';

/** Says a fault as Keyrock does: `{"error":{message, code, title}}`. */
@Catch(Fault)
export class FaultFilter implements ExceptionFilter<Fault> {
  catch(fault: Fault, host: ArgumentsHost): void {
    const code = statusOfFault(fault);
    const error = { message: faultText(fault), code, title: errorTitle(code) };
    const response = host.switchToHttp().getResponse<Response>();
    if (fault instanceof OverLimit) response.set('Retry-After', String(fault.retryAfter));
    response.status(code).set('Cache-Control', 'no-store').json({ error });
  }
}
