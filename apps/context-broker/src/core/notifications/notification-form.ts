import { Injectable } from '@nestjs/common';
import type { Subscription } from '@smart-city/ngsiv2';
import type { Contents } from './notification-content';
import type { Header } from './outgoing';

/** How the notifications of one subscription are written, worked out once. */
export interface CompiledForm {
  /** Each entity has a notification of its own: `render` shows the first only. */
  readonly isOnePerEntity: boolean;
  readonly contentType: string;
  /** Value of `Ngsiv2-AttrsFormat`; empty for no such header. */
  readonly attrsFormat: string;
  /** Header fields that receivers are sent besides, where the channel has some. */
  readonly headers: readonly Header[];
  /** The body. */
  readonly render: (contents: Contents) => string;
}

/** A form in which notifications are written. It belongs to a face. */
export interface NotificationForm {
  /** As subscriptions name it (`notification.form`). */
  readonly name: string;
  /** An answer other than 2xx counts as a failure. NGSIv2 counts every answer as a success. */
  readonly needsSuccessStatus?: true;
  compile(subscription: Subscription, tenant: string): CompiledForm;
}

/** The forms of the faces that there are. A face names its own when its module is made. */
@Injectable()
export class NotificationForms {
  private readonly forms = new Map<string, NotificationForm>();

  write(form: NotificationForm): void {
    this.forms.set(form.name, form);
  }

  /** Whether answers other than 2xx count as failures of notifications in this form. */
  needsSuccessStatus = (name: string): boolean => this.forms.get(name)?.needsSuccessStatus === true;

  /** @throws Error  no face has it: nothing is sent, and the log says why */
  named(name: string): NotificationForm {
    const form = this.forms.get(name);
    if (form === undefined) throw new Error(`no interface of this broker writes notifications in ${name}`);
    return form;
  }
}
