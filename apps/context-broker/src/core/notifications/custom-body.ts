import { renderJson, type Attribute, type Entity, type JsonValue } from '@smart-city/context';
import {
  decodePercent,
  fillJsonTemplate,
  renderTemplate,
  type JexlContext,
  type JsonTemplate,
} from '@smart-city/ngsiv2';
import type { CompiledBody } from './compiled-body';
import type { NotificationContent } from './notification-content';
import type { CompiledForm } from './notification-form';

export interface WrittenBody {
  readonly body: string;
  /** Unless a custom header says otherwise; empty when there is no body. */
  readonly contentType: string;
  /** Value of `Ngsiv2-AttrsFormat`. */
  readonly attrsFormat: string;
}

export interface CustomBodyFacts {
  readonly content: NotificationContent;
  readonly context: JexlContext;
  /** Writes what is not filled in. */
  readonly form: CompiledForm;
  readonly maxSize: number;
}

export const JSON_TYPE = 'application/json; charset=utf-8';

/**
 * Writes the body of a custom notification.
 *
 * @throws TemplateError   a macro of a text is not closed, or the result is too large
 * @throws JexlOverBudget  its expressions cost too much
 */
export function writeCustomBody(body: CompiledBody, facts: CustomBodyFacts): WrittenBody {
  const { content, context, form, maxSize } = facts;
  const { attrsFormat, render } = form;
  switch (body.kind) {
    case 'none':
      return { body: '', contentType: '', attrsFormat: 'custom' };
    case 'default':
      return {
        body: render([content]),
        contentType: form.contentType,
        attrsFormat,
      };
    case 'text':
      return {
        body: decodePercent(renderTemplate(body.template, context, 'null', { maxSize })),
        contentType: 'text/plain; charset=utf-8',
        attrsFormat: 'custom',
      };
    case 'json':
      return {
        body: renderJson(fillJsonTemplate(body.template, context, { maxSize })),
        contentType: JSON_TYPE,
        attrsFormat: 'custom',
      };
    case 'ngsi':
      return {
        body: render([patchContent(body, facts)]),
        contentType: JSON_TYPE,
        attrsFormat,
      };
  }
}

/**
 * Merges an `ngsi` patch over the entity: attributes of the patch first, by priority, each seeing the results of those
 * before it; then the untouched ones. `id` and `type` come last and fall back to the entity's own.
 */
function patchContent(
  patch: Extract<CompiledBody, { kind: 'ngsi' }>,
  { content, context, maxSize }: CustomBodyFacts,
): NotificationContent {
  const { entity } = content;
  const computed = new Map<string, JsonValue>();
  const seeing: JexlContext = {
    budget: context.budget,
    get: (name) => {
      // An attribute that is null is there all the same.
      const own = context.get(name);
      return own === undefined ? computed.get(name) : own;
    },
  };
  const patched = new Map<string, Attribute>();
  for (const { name, type, value, metadata } of patch.attrs) {
    const result = fillJsonTemplate(value, seeing, { maxSize });
    computed.set(name, result);
    const stored = entity.attrs.get(name);
    patched.set(name, {
      type,
      value: result,
      metadata,
      creDate: stored?.creDate ?? 0,
      modDate: stored?.modDate ?? 0,
    });
  }
  const order = [...patched.keys(), ...content.order.filter((name) => !patched.has(name))];
  const after: Entity = {
    ...entity,
    id: identity(patch.id, entity.id, seeing, maxSize),
    type: identity(patch.type, entity.type, seeing, maxSize),
    attrs: new Map([...patched, ...[...entity.attrs].filter(([name]) => !patched.has(name))]),
  };
  return { ...content, entity: after, order };
}

function identity(
  template: JsonTemplate | undefined,
  own: string,
  context: JexlContext,
  maxSize: number,
): string {
  const value = template === undefined ? null : fillJsonTemplate(template, context, { maxSize });
  if (value === null) return own;
  return typeof value === 'string' ? value : renderJson(value);
}
