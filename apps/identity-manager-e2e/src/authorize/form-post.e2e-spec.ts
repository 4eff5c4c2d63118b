import { requests } from '../requests';
import { Browser, type Page } from '../browser';
import { eachDatabase } from '../each-database';
import { Admin } from '../provision';
import { authorizeAs, authorizePath, callbackParameters } from './code-flow';

/** What the form of the page sends to the client. */
function sentFields({ text }: Page): Record<string, string> {
  const [form = ''] = /<form [^>]*data-send-now>[\s\S]*?<\/form>/.exec(text) ?? [];
  const inputs = form.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)"/g);
  return Object.fromEntries([...inputs].map(([, name = '', value = '']) => [name, value]));
}

eachDatabase((service) => {
  let admin: Admin;
  beforeAll(async () => {
    admin = await Admin.login(service().url);
  });

  const openApplication = () =>
    admin.createApplication({ scope: ['openid'], grant_type: ['implicit', 'authorization_code', 'hybrid'] });

  it.each([
    ['code', ['code', 'state', 'iss']],
    ['id_token', ['id_token', 'state', 'iss']],
    ['code id_token', ['code', 'id_token', 'state', 'iss']],
    ['id_token token', ['access_token', 'token_type', 'expires_in', 'id_token', 'state', 'iss']],
  ])('sends the answer to %s as a form when asked to', async (responseType, names) => {
    const [application, user] = [await openApplication(), await admin.createUser()];
    const path = authorizePath(application, {
      response_type: responseType,
      response_mode: 'form_post',
      scope: 'openid',
      state: 'a "quoted" <state>',
      nonce: 'n',
    });
    const page = await authorizeAs(new Browser(service().url), user, path);
    expect(page.status).toBe(200);
    expect(page.location).toBeUndefined();
    expect(page.headers.get('cache-control')).toContain('no-store');
    expect(page.headers.get('content-security-policy')).toContain(new URL(application.redirectUri).origin);
    expect(page.text).toContain(`<form action="${application.redirectUri}" method="post" data-send-now>`);
    const fields = sentFields(page);
    expect(Object.keys(fields).sort()).toEqual([...names].sort());
    expect(fields).toMatchObject({
      state: 'a &quot;quoted&quot; &lt;state&gt;',
      iss: service().url,
    });
    if (fields['code'] === undefined) return;
    const { body } = await requests(service().url)
      .post('/oauth2/token')
      .auth(application.id, application.secret)
      .type('form')
      .send({
        grant_type: 'authorization_code',
        code: fields['code'],
        redirect_uri: application.redirectUri,
      })
      .expect(200);
    expect(body).toHaveProperty('id_token');
  });

  it('sends errors as a form too', async () => {
    const application = await openApplication();
    const path = authorizePath(application, { response_mode: 'form_post', prompt: 'none' });
    const page = await new Browser(service().url).get(path);
    expect(page.status).toBe(200);
    expect(sentFields(page)).toMatchObject({ error: 'login_required', state: 'xyz' });
  });

  it.each(['request', 'request_uri'])('does not pass over a %s, which it cannot read', async (name) => {
    const application = await openApplication();
    const page = await new Browser(service().url).get(authorizePath(application, { [name]: 'anything' }));
    expect(callbackParameters(page)).toMatchObject({ error: `${name}_not_supported`, state: 'xyz' });
  });

  it('says so in its metadata', async () => {
    const { body } = await requests(service().url).get('/.well-known/openid-configuration').expect(200);
    expect(body).toMatchObject({
      response_modes_supported: ['query', 'fragment', 'form_post'],
      request_parameter_supported: false,
      request_uri_parameter_supported: false,
    });
  });
});
