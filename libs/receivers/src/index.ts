export { AddressList } from './address-list';
export { ReceiverPolicy, ReceiverRefused } from './receiver-policy';
