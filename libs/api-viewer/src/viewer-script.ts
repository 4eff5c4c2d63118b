/**
 * The page's script: fields for what is described, a button that sends the request to the origin of the page, and what came
 * back. Credentials stay in the fields: nothing is stored, no cookie is sent, and the page's policy allows this origin only.
 */
export const VIEWER_SCRIPT = String.raw`'use strict';
(() => {
  // The script stands one folder below the page: what the service serves begins beside the page.
  const base = new URL('..', document.currentScript.src);
  const LONGEST = 200000;
  const words = JSON.parse(document.body.dataset.words);

  const make = (name, properties, ...children) => {
    const element = Object.assign(document.createElement(name), properties);
    element.append(...children);
    return element;
  };
  const field = (text, properties, name = 'input') =>
    make('label', {}, text, make(name, { autocomplete: 'off', spellcheck: false, ...properties }));

  const credentials = new Map();
  for (const item of document.querySelectorAll('[data-scheme]')) {
    const { scheme, kind, header } = item.dataset;
    const labels = kind === 'basic' ? [words.user, words.password] : [kind === 'header' ? header : words.token];
    const fields = labels.map((text, at) => field(text, { type: at === 0 && kind === 'basic' ? 'text' : 'password', autocomplete: 'new-password' }));
    item.append(...fields);
    credentials.set(scheme, () => {
      const values = fields.map((label) => label.querySelector('input').value.trim());
      if (values[0] === '') return undefined;
      if (kind === 'header') return [header, values[0]];
      const bytes = new TextEncoder().encode(values.join(':'));
      return ['Authorization', kind === 'basic' ? 'Basic ' + btoa(String.fromCharCode(...bytes)) : 'Bearer ' + values[0]];
    });
  }

  /** Of the first scheme of an operation that somebody has filled in. */
  const credentialsFor = (schemes) => {
    for (const scheme of schemes.split(' ')) {
      const found = credentials.get(scheme)?.();
      if (found) return [found];
    }
    return [];
  };

  const filled = (form, place) =>
    [...form.querySelectorAll('[data-place=' + place + ']')]
      .filter((input) => input.value !== '')
      .map((input) => [input.dataset.field, input.value]);

  const moreHeaders = (text) =>
    text.split('\n').map((line) => line.split(':')).filter(([name, ...rest]) => name.trim() !== '' && rest.length > 0)
      .map(([name, ...rest]) => [name.trim(), rest.join(':').trim()]);

  function requestOf(operation, form) {
    const { verb, path, schemes } = operation.dataset;
    const values = new Map(filled(form, 'path'));
    const target = path.replace(/\{(\w+)\}/g, (_all, name) => encodeURIComponent(values.get(name) ?? ''));
    const url = new URL(base.pathname + target.slice(1), base.origin);
    url.search = new URLSearchParams(filled(form, 'query')).toString();
    const area = form.querySelector('.body-field');
    const body = area && area.value !== '' ? area.value : undefined;
    const headers = new Headers(filled(form, 'header'));
    if (body !== undefined) headers.set('Content-Type', area.dataset.media);
    for (const [name, value] of [...credentialsFor(schemes), ...moreHeaders(form.querySelector('.more').value)])
      headers.set(name, value);
    return { verb, url, headers, body };
  }

  const quoted = (text) => "'" + text.replaceAll("'", "'\\''") + "'";

  const curlOf = ({ verb, url, headers, body }) =>
    ['curl -i -X ' + verb + ' ' + quoted(url.href), ...[...headers].map(([name, value]) => '-H ' + quoted(name + ': ' + value)),
      ...(body === undefined ? [] : ['--data-raw ' + quoted(body)])].join(' \\\n  ');

  const pretty = (text, type) => {
    if (!/json/.test(type)) return text;
    try { return JSON.stringify(JSON.parse(text), null, 2); } catch { return text; }
  };

  const part = (title, text) => (text === '' ? [] : [make('h3', { textContent: title }), make('pre', { textContent: text })]);

  async function answerOf({ verb, url, headers, body }) {
    const response = await fetch(url, {
      method: verb, headers, body, mode: 'same-origin', credentials: 'omit', redirect: 'manual', cache: 'no-store', referrerPolicy: 'no-referrer',
    });
    if (response.type === 'opaqueredirect')
      return part(words.answer, words.redirect);
    const text = pretty(await response.text(), response.headers.get('Content-Type') ?? '');
    return [
      ...part(words.answer, response.status + ' ' + response.statusText),
      ...part(words.headers, [...response.headers].map(([name, value]) => name + ': ' + value).join('\n')),
      ...part(words.body, text.length > LONGEST ? text.slice(0, LONGEST) + '\n… ' + words.inAll.replace('{count}', text.length) : text),
    ];
  }

  async function send(operation, form, result) {
    try {
      const request = requestOf(operation, form);
      result.replaceChildren(...part(words.curl, curlOf(request)), ...(await answerOf(request)));
    } catch (error) {
      result.append(...part(words.notAnswered, String(error)));
    }
  }

  function prepare(operation) {
    const content = operation.querySelector('.content');
    const form = make('form', {}, make('h3', { textContent: words.tryIt }));
    for (const { dataset } of content.querySelectorAll('.parameter')) {
      const label = field(dataset.name, { type: dataset.type ?? 'text', required: dataset.required !== undefined, value: dataset.required !== undefined ? dataset.example ?? '' : '', placeholder: dataset.example ?? '' });
      Object.assign(label.querySelector('input').dataset, { place: dataset.in, field: dataset.name });
      form.append(label);
    }
    const body = content.querySelector('.body');
    if (body) {
      const label = field(words.body, { className: 'body-field', value: body.textContent, rows: Math.min(12, body.textContent.split('\n').length + 1) }, 'textarea');
      label.querySelector('textarea').dataset.media = body.dataset.media;
      body.hidden = true;
      form.append(label);
    }
    form.append(field(words.moreHeaders, { className: 'more', rows: 1 }, 'textarea'), make('button', { textContent: words.send }));
    const result = make('div', { className: 'result' });
    result.setAttribute('role', 'status');
    form.addEventListener('submit', (event) => {
      event.preventDefault();
      void send(operation, form, result);
    });
    content.querySelector('.answers').previousElementSibling.before(form, result);
  }

  for (const operation of document.querySelectorAll('.operation'))
    operation.addEventListener('toggle', () => { if (operation.open && !operation.querySelector('form')) prepare(operation); });

  const find = field(words.find, { type: 'search' });
  find.addEventListener('input', () => {
    const wanted = find.querySelector('input').value.toLowerCase();
    for (const operation of document.querySelectorAll('.operation'))
      operation.hidden = !operation.querySelector('summary').textContent.toLowerCase().includes(wanted);
  });
  document.querySelector('nav').before(find);

  const openNamed = () => {
    const named = document.getElementById(decodeURIComponent(location.hash.slice(1)));
    if (named instanceof HTMLDetailsElement) named.open = true;
  };
  addEventListener('hashchange', openNamed);
  openNamed();
})();
`;
