import { createHash } from 'node:crypto';
import { escapeMarkup } from '@smart-city/service';
import type { OpenApiDocument } from './openapi';
import type { OperationObject } from '@nestjs/swagger';

const style = `
body { font: 16px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem; color: #1b1f24; background: #fff }
h2 { margin: 2rem 0 .5rem; border-bottom: 1px solid #c8ced4 }
details { border: 1px solid #c8ced4; border-radius: 4px; margin: .3rem 0; padding: .3rem .6rem }
summary { cursor: pointer } code { font: .9em ui-monospace, monospace } pre { overflow-x: auto; background: #f3f5f7; padding: .6rem }
b { display: inline-block; min-width: 4.5rem } s { text-decoration: none; color: #5a6470 }
`;

/** The page loads nothing and runs nothing; its one style is named by its hash. */
export const docsPolicy = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'; frame-ancestors 'none'; base-uri 'none'`;

const block = (title: string, value: unknown) =>
  value === undefined ? '' : `<p>${title}</p><pre>${escapeMarkup(JSON.stringify(value, null, 2))}</pre>`;

function renderOperation(method: string, path: string, operation: OperationObject): string {
  const { summary, description = '', parameters, requestBody, responses, deprecated } = operation;
  return (
    `<details><summary><b>${method.toUpperCase()}</b> <code>${escapeMarkup(path)}</code> ` +
    `<s>${escapeMarkup(summary ?? '')}${deprecated ? ' (deprecated)' : ''}</s></summary>` +
    `<p>${escapeMarkup(description)}</p>${block('Parameters', parameters)}${block('Body', requestBody)}${block('Answers', responses)}</details>`
  );
}

/** The OpenAPI document as one page without scripts. */
export function renderDocsPage({ info, paths, components }: OpenApiDocument): string {
  const byTag = new Map<string, string[]>();
  for (const [path, methods] of Object.entries(paths))
    for (const [method, operation] of Object.entries(methods)) {
      const tag = operation.tags?.[0] ?? '';
      byTag.set(tag, [...(byTag.get(tag) ?? []), renderOperation(method, path, operation)]);
    }
  const sections = [...byTag].map(([tag, entries]) => `<h2>${escapeMarkup(tag)}</h2>${entries.join('')}`);
  return (
    `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">` +
    `<title>${escapeMarkup(info.title)} API</title><style>${style}</style></head><body><main><h1>${escapeMarkup(info.title)} API</h1>` +
    `<p>${escapeMarkup(info.description ?? '')} The same as a document: <a href="openapi.json">openapi.json</a>.</p>` +
    `${sections.join('')}<h2>Schemas</h2><details><summary>All schemas</summary><pre>${escapeMarkup(JSON.stringify(components, null, 2))}</pre></details>` +
    '</main></body></html>'
  );
}
