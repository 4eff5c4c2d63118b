import { Injectable } from '@nestjs/common';
import type { Step } from '../../database/dialect';
import { endOpened } from '../../database/endings';
import { Sql } from '../../database/sql';
import { replaceRecoveryCodes, secondFactorChange, useStep } from './user.statements';

/** What is kept of users' second factors: which codes were used, and that there is none any more. */
@Injectable()
export class SecondFactorsRepository {
  constructor(private readonly sql: Sql) {}

  /** Marks the step of a code as used; false when it, or a later one, was used before. */
  async useStep(id: string, step: number): Promise<boolean> {
    return (await this.sql.run(useStep({ totpLastStep: step }, id, step))) === 1;
  }

  /** Writes what is left of the recovery codes; false when another request changed them meanwhile. */
  async replaceRecoveryCodes(
    id: string,
    before: readonly string[],
    after: readonly string[],
  ): Promise<boolean> {
    return (
      (await this.sql.run(replaceRecoveryCodes({ totpRecovery: after }, id, JSON.stringify(before)))) === 1
    );
  }

  /**
   * Switches the second factor off, and forgets the browsers that skip it.
   *
   * @param also  written in the same transaction
   */
  switchOff(id: string, also: readonly Step[] = []): Promise<boolean> {
    const off = secondFactorChange({ totpSecret: null, totpLastStep: null, totpRecovery: null }, id);
    return this.sql.atomically([...also, off, ...endOpened('device', id, 0)]);
  }
}
