import { apiRoutes } from '../api/route-list';
import { docsPolicy, renderDocsPage } from './docs-page';
import { renderOpenApi } from './openapi';
import { operations } from './operations';
import { schemas } from './schemas';

const document = renderOpenApi(apiRoutes(), 'http://idm.example');

const refsIn = (value: unknown): string[] =>
  [...JSON.stringify(value).matchAll(/"\$ref":"#\/components\/schemas\/(\w+)"/g)].map(
    ([, name = '']) => name,
  );

describe('The OpenAPI document', () => {
  it('describes every route, and nothing else', () => {
    const routes = apiRoutes()
      .filter(({ method }) => method !== 'ALL')
      .map(({ method, path }) => `${method} ${path}`);
    expect(Object.keys(operations).sort()).toEqual([...routes].sort());
    for (const { method, path } of apiRoutes().filter((route) => route.method !== 'ALL'))
      expect(document.paths[`/v1${path.replace(/:(\w+)/g, '{$1}')}`]).toHaveProperty(method.toLowerCase());
  });

  it('names only schemas that it has, and uses all of them', () => {
    const used = new Set(refsIn(document));
    expect([...used].filter((name) => !(name in schemas))).toEqual([]);
    expect(Object.keys(schemas).filter((name) => !used.has(name))).toEqual([]);
  });

  it('declares every parameter of every path, and unique operation ids', () => {
    const ids: string[] = [];
    for (const [path, methods] of Object.entries(document.paths))
      for (const operation of Object.values(methods)) {
        ids.push(operation.operationId);
        for (const [, name] of path.matchAll(/\{(\w+)\}/g))
          expect(operation.parameters).toContainEqual(
            expect.objectContaining({ name, in: 'path', required: true }),
          );
      }
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('says who may call', () => {
    expect(document.paths['/v1/users']?.['get']?.description).toBe('Who: administrator.');
  });
});

describe('The page', () => {
  it('loads nothing from elsewhere and runs no script', () => {
    const page = renderDocsPage(document);
    expect(page).not.toMatch(/<script|src=|https?:\/\/(?!idm\.example)/);
    expect(page).toContain('<code>/v1/applications/{applicationId}</code>');
    expect(docsPolicy).toMatch(/^default-src 'none'; style-src 'sha256-[\w+/]+=*'/);
  });
});
