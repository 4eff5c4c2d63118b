import { Injectable } from '@nestjs/common';
import { AccountKeys } from '../subjects/users/account-keys.service';
import type { Visit } from './visit';

/** A form that creates something counts once, however often its button is pressed. */
@Injectable()
export class FormOnce {
  constructor(private readonly keys: AccountKeys) {}

  /** False when this very form was taken before. Call it when the fields are good, right before the work. */
  claim({ form, user }: Visit): Promise<boolean> {
    return this.keys.claimForm(user.id, form.text('_once'));
  }
}
