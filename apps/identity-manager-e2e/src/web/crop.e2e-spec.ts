import type { Page } from 'playwright-core';
import { inChromium, notice, press } from './in-chromium';
import { look } from './looking';
import { redAndBlue, upload } from './pictures';

/** Width, height, and red, green, blue in the middle of a picture or canvas of the page. */
const middleOf = (page: Page, selector: string) =>
  page.evaluate<readonly number[]>(`(() => {
    const shown = document.querySelector('${selector}')
    const [width, height] = [shown.naturalWidth ?? shown.width, shown.naturalHeight ?? shown.height]
    const canvas = Object.assign(document.createElement('canvas'), { width, height })
    const context = canvas.getContext('2d')
    context.drawImage(shown, 0, 0)
    return [width, height, ...context.getImageData(width / 2, height / 2, 1, 1).data.slice(0, 3)]
  })()`);

inChromium('a picture', (web) => {
  it('is cut to a small square before it is sent, where the user wants it, with the keyboard too', async () => {
    const { id } = await web().admin.createApplication();
    const page = await web().visitAsAdmin(`/idm/applications/${id}/edit`);
    expect(await page.getByRole('slider').count()).toBe(0);
    // Larger than the service takes, in bytes a side.
    await page.getByLabel('File').setInputFiles(upload('photo.png', redAndBlue(3000, 1000)));
    await page.getByRole('img', { name: 'How the picture will look' }).waitFor();
    await page.getByRole('slider', { name: 'Left or right' }).focus();
    await page.keyboard.press('Home');
    expect(await middleOf(page, '.crop canvas')).toEqual([256, 256, 200, 20, 20]);
    await page.keyboard.press('End');
    await page.getByRole('slider', { name: 'Larger' }).focus();
    await page.keyboard.press('End');
    expect(await middleOf(page, '.crop canvas')).toEqual([250, 250, 20, 20, 200]);
    await look(page, 'picture-cut');
    await press(page.getByRole('button', { name: 'Upload' }));
    expect(await notice(page)).toBe('The picture has been saved.');
    expect(await middleOf(page, 'img.face')).toEqual([250, 250, 20, 20, 200]);
  });

  it('that the browser cannot read is sent as it is, and refused', async () => {
    const { id } = await web().admin.createApplication();
    const page = await web().visitAsAdmin(`/idm/applications/${id}/edit`);
    await page.getByLabel('File').setInputFiles(upload('logo.png', Buffer.from('no picture')));
    await press(page.getByRole('button', { name: 'Upload' }));
    expect(await notice(page)).toContain('We can’t use this picture');
  });
});
