import { compileNotification, NGSIV2 } from '@smart-city/ngsiv2';
import { JSON_TYPE } from '../../../core/notifications/custom-body';
import type { NotificationForm } from '../../../core/notifications/notification-form';

/** Notifications of NGSIv2, in every `attrsFormat`. */
export const ngsiv2Form: NotificationForm = {
  name: NGSIV2,
  compile: ({ id, notification: { attrsFormat } }) => ({
    isOnePerEntity: attrsFormat.startsWith('simplified'),
    contentType: JSON_TYPE,
    attrsFormat,
    headers: [],
    render: compileNotification(id, attrsFormat),
  }),
};
