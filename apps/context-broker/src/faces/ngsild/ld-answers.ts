import { Injectable } from '@nestjs/common';
import type { JsonValue } from '@smart-city/context';
import { goOn, type AtHand } from '../../context/at-hand';
import { Answer } from '../../http/answer';
import { ContextsService } from './contexts/contexts.service';
import { contextLinkOf } from './contexts/link-header';
import type { LdCall } from './ld-call';
import { tenantFields } from './ngsild-face';
import { PREFERENCE_APPLIED } from './prefer-header';

/** How an answer with a body tells its context. */
export interface AnswerContext {
  readonly context: JsonValue;
  readonly linksContext: boolean;
  /** The version of the specification that the client prefers. */
  readonly version?: string;
  /** Further links of the header. */
  readonly links?: readonly string[];
}

/** Makes the answers of NGSI-LD. */
@Injectable()
export class LdAnswers {
  constructor(private readonly contexts: ContextsService) {}

  /**
   * Makes the answer with a body whose names are compacted; its `Link` header names the context unless the body does.
   *
   * @param headers  name, value, name, value …
   */
  ok(
    call: LdCall,
    body: string,
    { context, linksContext, version, links = [] }: AnswerContext,
    headers: readonly string[] = [],
    status = 200,
  ): AtHand<Answer> {
    const preference = version === undefined ? [] : [PREFERENCE_APPLIED, `ngsi-ld=${version}`];
    const fields = [...tenantFields(call.request), ...preference, ...headers];
    const linked = (all: readonly string[]) =>
      new Answer(
        status,
        body,
        all.length === 0 ? fields : [...fields, 'Link', all.join(', ')],
        call.mediaType,
      );
    if (!linksContext) return linked(links);
    const address =
      typeof context === 'string' ? context : this.contexts.addressOf(call.tenant, context, call.origin);
    return goOn(address, (url) => linked([contextLinkOf(url), ...links]));
  }
}

/** Makes the answer to a write that has nothing to tell. */
export const noContent = ({ request }: LdCall): Answer => new Answer(204, '', tenantFields(request));

/** Makes the answer to a creation. @param path  of what was created, not encoded */
export const createdAt = ({ request }: LdCall, path: string): Answer =>
  new Answer(201, '', ['Location', headerText(path), ...tenantFields(request)]);

/** Makes an answer of JSON whose names are full IRIs. */
export const plainAnswer = ({ request }: LdCall, status: number, body: string): Answer =>
  new Answer(status, body, tenantFields(request), 'application/json');

/** A header field takes ASCII only; other characters are percent-encoded. */
const headerText = (path: string): string => path.replace(/[^ -~]+/gu, (text) => encodeURIComponent(text));
