import { Inject, Injectable } from '@nestjs/common';
import { isDuplicate } from '../database/database-errors';
import { Sql } from '../database/sql';
import type { Clock } from '../service/clock';
import { CLOCK } from '../service/tokens';
import { tokenHash } from '../service/random-token';
import type { Visit } from './visit';

const dayMs = 86_400_000;

/** A form that creates something counts once, however often its button is pressed. */
@Injectable()
export class FormOnce {
  constructor(
    private readonly sql: Sql,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** False when this very form was taken before. Call it when the fields are good, right before the work. */
  async claim({ form, user }: Visit): Promise<boolean> {
    const now = this.clock.now();
    try {
      await this.sql.run(
        "INSERT INTO account_keys (key_hash, purpose, user_id, expires_at, created_at) VALUES (?, 'form', ?, ?, ?)",
        tokenHash(`${user.id}\n${form.text('_once')}`),
        user.id,
        now + dayMs,
        now,
      );
      return true;
    } catch (error) {
      if (isDuplicate(error)) return false;
      throw error;
    }
  }
}
