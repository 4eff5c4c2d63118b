#!/usr/bin/env node
// Stands in for curl in the images, whose base has none: compose files written for the original images check the health with
// it. GET and HEAD with the options of such checks; everything else is refused with curl's exit code for a wrong call, 2.
import http from 'node:http';
import https from 'node:https';
import { writeFileSync } from 'node:fs';

const FLAGS = {
  s: 'silent',
  S: 'show-error',
  f: 'fail',
  k: 'insecure',
  I: 'head',
  L: 'location',
  i: 'include',
  v: 'verbose',
};
const VALUES = { o: 'output', m: 'max-time', H: 'header', X: 'request', w: 'write-out' };
const LONG_FLAGS = [...Object.values(FLAGS), 'fail-with-body', 'no-progress-meter', 'http1.1', 'ipv4'];
const LONG_VALUES = [...Object.values(VALUES), 'connect-timeout', 'url', 'retry', 'noproxy'];
const MAX_REDIRECTS = 10;

class Ended extends Error {
  constructor(code, message) {
    super(message);
    this.code = code;
  }
}

function readArguments(argv) {
  const given = { headers: {} };
  const set = (name, value) => {
    if (name !== 'header') given[name] = value;
    else given.headers[value.slice(0, value.indexOf(':'))] = value.slice(value.indexOf(':') + 1).trim();
  };
  for (let at = 0; at < argv.length; at += 1) {
    const word = argv[at];
    const next = () => {
      if (at + 1 >= argv.length) throw new Ended(2, `option ${word}: requires parameter`);
      return argv[(at += 1)];
    };
    if (!word.startsWith('-')) given.url = word;
    else if (word.startsWith('--')) {
      const name = word.slice(2);
      if (LONG_FLAGS.includes(name)) set(name, true);
      else if (LONG_VALUES.includes(name)) set(name, next());
      else throw new Ended(2, `option ${word}: this image's curl is for health checks only`);
    } else
      for (let letter = 1; letter < word.length; letter += 1) {
        if (FLAGS[word[letter]]) set(FLAGS[word[letter]], true);
        else if (VALUES[word[letter]]) {
          set(VALUES[word[letter]], word.slice(letter + 1) || next());
          break;
        } else throw new Ended(2, `option -${word[letter]}: this image's curl is for health checks only`);
      }
  }
  if (given.url === undefined) throw new Ended(2, 'no URL specified');
  const method = given.request ?? (given.head ? 'HEAD' : 'GET');
  if (method !== 'GET' && method !== 'HEAD')
    throw new Ended(2, `${method}: this image's curl is for health checks only`);
  return { ...given, method };
}

function request(url, given) {
  const seconds = Number(given['max-time'] ?? given['connect-timeout'] ?? 30);
  const { request: send } = url.protocol === 'https:' ? https : http;
  return new Promise((resolve, reject) => {
    const asked = send(url, {
      method: given.method,
      headers: { accept: '*/*', 'user-agent': 'curl', ...given.headers },
      rejectUnauthorized: !given.insecure,
      signal: AbortSignal.timeout(seconds * 1000),
    });
    asked.once('response', (response) => {
      const chunks = [];
      response.on('data', (chunk) => chunks.push(chunk));
      response.once('error', reject);
      response.once('end', () => resolve({ response, body: Buffer.concat(chunks) }));
    });
    asked.once('error', reject);
    asked.end();
  });
}

/** curl's exit codes, as far as checks tell them apart. */
function asEnded(error, url) {
  if (error instanceof Ended) return error;
  if (error.name === 'AbortError' || error.name === 'TimeoutError')
    return new Ended(28, 'Operation timed out');
  if (error.code === 'ENOTFOUND' || error.code === 'EAI_AGAIN')
    return new Ended(6, `Could not resolve host: ${url.hostname}`);
  if (/CERT|SELF_SIGNED|UNABLE_TO_VERIFY|ALTNAME/.test(error.code ?? ''))
    return new Ended(60, `SSL certificate problem: ${error.message}`);
  return new Ended(7, `Failed to connect to ${url.hostname}: ${error.message}`);
}

async function run(given) {
  const text = /^[a-z]+:\/\//i.test(given.url) ? given.url : `http://${given.url}`;
  if (!URL.canParse(text)) throw new Ended(3, `URL rejected: ${given.url}`);
  let url = new URL(text);
  if (url.protocol !== 'http:' && url.protocol !== 'https:')
    throw new Ended(1, `Protocol "${url.protocol}" not supported`);
  try {
    let answer = await request(url, given);
    for (
      let n = 0;
      given.location && answer.response.headers.location && answer.response.statusCode < 400;
      n += 1
    ) {
      if (n === MAX_REDIRECTS) throw new Ended(47, `Maximum (${MAX_REDIRECTS}) redirects followed`);
      url = new URL(answer.response.headers.location, url);
      answer = await request(url, given);
    }
    write(answer, given);
  } catch (error) {
    if (given['write-out'] && !(error instanceof Ended)) process.stdout.write(written(given['write-out'], 0));
    throw asEnded(error, url);
  }
}

const written = (format, status) =>
  format
    .replaceAll(/%\{(?:http_code|response_code)\}/g, String(status).padStart(3, '0'))
    .replaceAll('\\n', '\n');

function write({ response, body }, given) {
  const { statusCode: status, statusMessage, rawHeaders } = response;
  const failed = (given.fail || given['fail-with-body']) && status >= 400;
  const head = [`HTTP/1.1 ${status} ${statusMessage}`];
  for (let at = 0; at < rawHeaders.length; at += 2) head.push(`${rawHeaders[at]}: ${rawHeaders[at + 1]}`);
  const shown = [
    ...(given.include || given.head ? [Buffer.from(`${head.join('\r\n')}\r\n\r\n`)] : []),
    ...(failed && !given['fail-with-body'] ? [] : [body]),
  ];
  const output = Buffer.concat(shown);
  if (given.output === undefined || given.output === '-') process.stdout.write(output);
  else writeFileSync(given.output, output);
  if (given['write-out']) process.stdout.write(written(given['write-out'], status));
  if (failed) throw new Ended(22, `The requested URL returned error: ${status}`);
}

let given = {};
try {
  given = readArguments(process.argv.slice(2));
  await run(given);
} catch (error) {
  const ended = asEnded(error, { hostname: given.url });
  if (!given.silent || given['show-error']) process.stderr.write(`curl: (${ended.code}) ${ended.message}\n`);
  process.exitCode = ended.code;
}
