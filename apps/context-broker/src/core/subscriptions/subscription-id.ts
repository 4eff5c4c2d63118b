import { badRequest } from '@smart-city/context';
import { newRegistrationId } from '../registrations/registration-id';

/** A new id of 24 hexadecimal digits in the shape of a MongoDB ObjectId; later ids sort later. */
export const newSubscriptionId = (): string => newRegistrationId();

/** @throws NgsiError BadRequest  the id in the path is not 24 hexadecimal digits */
export function checkSubscriptionId(id: string): void {
  if (id.length !== 24) throw badRequest('Invalid subscription ID: bad length - 24 chars expected');
  if (!/^[0-9a-fA-F]*$/.test(id)) throw badRequest('Invalid subscription ID: invalid char in ID string');
}

/** The id as it is stored: letter case does not count in one of 24 hexadecimal digits. */
export const storedId = (id: string): string => (isSubscriptionId(id) ? id.toLowerCase() : id);

/** Whether an id can be that of a subscription at all. */
export const isSubscriptionId = (id: string): boolean => /^[0-9a-fA-F]{24}$/.test(id);
