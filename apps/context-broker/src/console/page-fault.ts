import { NgsiError, type NgsiErrorName } from '@smart-city/context';
import { MESSAGES, type MessageKey } from '../messages/catalogue';

type Parameters = Readonly<Record<string, string>>;

/** What a page refuses in its own words, which are shown in the reader's language; the log has them in English. */
export class PageFault extends NgsiError {
  constructor(
    error: NgsiErrorName,
    readonly key: MessageKey,
    readonly parameters: Parameters = {},
    options: { readonly cause?: unknown } = {},
  ) {
    super(error, MESSAGES.translator('en')(key, parameters), options);
  }
}
