import { badRequest } from '@smart-city/context';
import { requiredString } from '../json-fields';
import type { ChannelSyntax } from './channel-syntax';
import { renderBody, type CustomBody } from './custom-body';
import { parseCustomBody } from './parse-custom-body';

/** Notifications go to a receiver that the operator has named; address and credentials are the operator's. Not in the original. */
export interface EndpointChannel {
  readonly kind: 'endpoint' | 'endpointCustom';
  readonly name: string;
  /** `endpoint:` and the name. No address of the original's: one that serves the same database sends nothing there. */
  readonly url: string;
  /** `default` unless custom. */
  readonly body: CustomBody;
}

const SCHEME = 'endpoint:';

/** Whether a text can be the name of an endpoint. */
export const isEndpointName = (text: string): boolean => /^[A-Za-z0-9_-]{1,64}$/.test(text);

/** `endpoint` and `endpointCustom`. */
export const endpointSyntax: ChannelSyntax<EndpointChannel> = {
  kinds: ['endpoint', 'endpointCustom'],
  isAddition: true,
  schemes: [SCHEME],
  documentMembers: [],

  parse(json, kind) {
    const name = requiredString(json, 'name', `name ${kind} notification`);
    if (!isEndpointName(name)) throw badRequest(`invalid name ${kind} notification`);
    const body: CustomBody = kind === 'endpointCustom' ? parseCustomBody(json) : { kind: 'default' };
    return { kind, name, url: SCHEME + name, body };
  },

  patch: (_before, given) => given,
  render: ({ name, body }) => [['name', name], renderBody(body)],
  store: () => [],
  read: (_document, { kind, url, body }) => ({
    kind: kind === 'endpointCustom' ? kind : 'endpoint',
    name: url.slice(SCHEME.length),
    url,
    body,
  }),
};
