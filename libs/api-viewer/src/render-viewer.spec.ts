import { Script } from 'node:vm';
import { gzipSync } from 'node:zlib';
import { renderViewer, VIEWER_POLICY } from './render-viewer';
import { SAMPLE } from './sample-document';
import { VIEWER_SCRIPT } from './viewer-script';
import { VIEWER_STYLE } from './viewer-style';

const page = renderViewer(SAMPLE, {
  document: 'openapi.json',
  postman: 'docs/postman.json',
  style: 'docs/viewer.css',
  script: 'docs/viewer.js',
});

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

  it('has a script that parses, and stays small', () => {
    expect(() => new Script(VIEWER_SCRIPT)).not.toThrow();
    expect(gzipSync(VIEWER_SCRIPT + VIEWER_STYLE).length).toBeLessThan(8000);
  });
});
