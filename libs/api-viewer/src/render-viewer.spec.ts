import { Script } from 'node:vm';
import { gzipSync } from 'node:zlib';
import { renderViewer, VIEWER_POLICY } from './render-viewer';
import { SAMPLE } from './sample-document';
import { VIEWER_SCRIPT } from './viewer-script';
import { viewerLanguage } from './viewer-words';
import { VIEWER_STYLE } from './viewer-style';

const ADDRESSES = {
  document: 'openapi.json',
  postman: 'docs/postman.json',
  style: 'docs/viewer.css',
  script: 'docs/viewer.js',
};
const page = renderViewer(SAMPLE, ADDRESSES);

/** What the script finds as its messages. */
const wordsIn = (text: string) =>
  JSON.parse(
    (/data-words="([^"]*)"/.exec(text)?.[1] ?? '').replaceAll('&quot;', '"').replaceAll('&#39;', "'"),
  ) as Record<string, string>;

describe('the page of a document', () => {
  it('shows operations by their tags without a script', () => {
    expect(page).toContain('<h2 id="benches">Benches</h2><p>To sit on</p>');
    expect(page.indexOf('changeBench')).toBeLessThan(page.indexOf('<h2 id="tokens">'));
    expect(page).toContain('<b class="verb put">PUT</b> <code>/<wbr>benches/<wbr>{id}</code>');
    expect(page).toContain('<dt><code>404</code></dt><dd>There is none</dd>');
    expect(page).toContain('<em>deprecated</em>');
  });

  it('writes what the document says as text', () => {
    expect(page).toContain('Change &lt;b&gt;a bench&lt;/b&gt;');
    expect(page).toContain('Benches &amp; trees');
  });

  it('says what a schema is made of, also of one that holds itself', () => {
    expect(page).toContain(
      '<pre class="shape">{\n  seats: integer <i>At least one</i>\n' +
        '  colour?: &quot;red&quot; | &quot;green&quot;\n  next?: <a href="#schema-Bench">Bench</a>\n}</pre>',
    );
  });

  it('has what the script makes a request of', () => {
    expect(page).toContain(
      'id="op-changeBench" data-verb="PUT" data-path="/benches/{id}" data-schemes="key token"',
    );
    expect(page).toContain('data-name="id" data-in="path" data-example="bench 1" data-required=""');
    expect(page).toContain(
      '<pre class="body" data-media="application/x-www-form-urlencoded">grant=a+b</pre>',
    );
    expect(page).toContain('data-path="/open" data-schemes=""');
  });

  it('keeps to its policy: nothing of elsewhere, nothing written into the page', () => {
    expect(page).not.toMatch(/ style=| on\w+=|https?:|<script>|<style/);
    expect(VIEWER_POLICY).not.toMatch(/unsafe|\*|https?:/);
    expect(VIEWER_POLICY).toMatch(/frame-ancestors 'none'/);
    expect(VIEWER_STYLE).not.toMatch(/url\(|@import/);
  });

  it('is in the language of its reader, but for what the document says, which it marks', () => {
    const spanish = renderViewer(SAMPLE, ADDRESSES, 'es');
    expect(spanish).toContain('<html lang="es">');
    expect(spanish).toContain('<h3>Parámetros</h3>');
    expect(spanish).toContain('<p>Las descripciones de las operaciones están en inglés.</p>');
    expect(spanish).toContain('<dd><span lang="en">There is none</span></dd>');
    expect(spanish).toContain('<a href="?language=en" lang="en" hreflang="en">English</a>');
    expect(spanish).toContain('lang="es" hreflang="es" aria-current="true">Español</a>');
    expect(spanish).toContain('id="schemas">Esquemas</h2>');
    expect(wordsIn(spanish)['send']).toBe('Enviar');
    expect(page).not.toMatch(/ lang="en"(?! hreflang|><head>)/);
    expect(page).not.toContain('están');
  });

  it.each<[object, string]>([
    [{}, 'en'],
    [{ accept: 'es-ES,en' }, 'es'],
    [{ chosen: 'en', accept: 'es' }, 'en'],
    [{ asked: 'es', chosen: 'en' }, 'es'],
    [{ asked: '__proto__', chosen: 'fr', accept: 'es' }, 'es'],
  ])('asked with %j is in %s', (told, language) => {
    expect(viewerLanguage({ asked: undefined, chosen: undefined, accept: undefined, ...told })).toBe(
      language,
    );
  });

  it('has each message that its script asks for', () => {
    const used = [...VIEWER_SCRIPT.matchAll(/\bwords\.(\w+)/g)].map(([, name]) => name);
    expect([...new Set(used)].sort()).toEqual(Object.keys(wordsIn(page)).sort());
  });

  it('has a script that parses, and stays small', () => {
    expect(() => new Script(VIEWER_SCRIPT)).not.toThrow();
    expect(gzipSync(VIEWER_SCRIPT + VIEWER_STYLE).length).toBeLessThan(8000);
  });
});
