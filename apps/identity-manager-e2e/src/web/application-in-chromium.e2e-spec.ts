import type { Page } from 'playwright-core';
import { begin, openSite, type ClientSite } from './client-site';
import { inChromium, press } from './in-chromium';
import { optionalParts } from './mailed-service';

/** Pages of an application come back from another origin: policies of form targets and a form that sends itself, which only browsers know. */
inChromium(
  'a browser that an application sent',
  (web) => {
    let site: ClientSite;
    beforeAll(async () => {
      site = await openSite();
    });
    afterAll(() => site.server.close());

    const register = () => web().admin.createApplication({ redirect_uri: site.callback, scope: ['openid'] });
    const backInSite = (page: Page) =>
      page.getByRole('heading', { name: 'Back in the application' }).waitFor();

    it('goes back with a code after the consent', async () => {
      const application = await register();
      const user = await web().admin.createUser();
      const { address, finish } = await begin(web().url, site.callback, application);
      const browser = await web().visitAs(user, address);
      await press(browser.getByRole('button', { name: 'Authorize' }));
      await backInSite(browser);
      expect((await finish(browser.url())).claims()).toMatchObject({ sub: user.id });
    });

    it('sends the answer as a form that sends itself when the application asks for one', async () => {
      const application = await register();
      const user = await web().admin.createUser();
      const { address, finish } = await begin(web().url, site.callback, application, {
        response_mode: 'form_post',
      });
      const browser = await web().visitAs(user, address);
      await press(browser.getByRole('button', { name: 'Authorize' }));
      await backInSite(browser);
      expect(browser.url()).toBe(site.callback);
      const [post, ...rest] = site.posts;
      if (!post) throw new Error('the browser posted nothing');
      expect(rest).toEqual([]);
      expect((await finish(post)).claims()).toMatchObject({ sub: user.id });
    });
  },
  optionalParts,
);
