import { FOLLOW } from './follow-script';

/**
 * The script of the broker's pages: all of them work without it. It shows the next part of a map or list without loading
 * the page anew (`data-swap`), keeps what must be new (`data-live`, in seconds) so while somebody looks, and follows
 * what changes.
 */
export const SCRIPT = `'use strict';
(() => {
  // Times are shown in the zone of this browser from the next page on.
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  if (timeZone && !document.cookie.split('; ').includes('zone=' + timeZone))
    document.cookie = 'zone=' + timeZone + '; path=/; max-age=31536000; samesite=lax' + (location.protocol === 'https:' ? '; secure' : '');
  // On a phone the tabs are one line that scrolls, and so is a map: show the current tab, and the middle.
  const showMiddles = () => {
    for (const map of document.querySelectorAll('.scroll')) map.scrollLeft = (map.scrollWidth - map.clientWidth) / 2;
  };
  for (const tab of document.querySelectorAll('nav [aria-current]')) {
    const list = tab.closest('ul');
    list.scrollLeft = tab.offsetLeft - list.offsetLeft - (list.clientWidth - tab.offsetWidth) / 2;
  }
  showMiddles();
  const load = async (address) => {
    const answer = await fetch(address, { headers: { Accept: 'text/html' }, redirect: 'error' });
    if (!answer.ok) throw new Error(String(answer.status));
    return new DOMParser().parseFromString(await answer.text(), 'text/html');
  };
  const swap = async (name, address) => {
    const page = await load(address);
    const old = document.querySelector('[data-swap="' + name + '"]');
    const fresh = page.querySelector('[data-swap="' + name + '"]');
    if (!old || !fresh) throw new Error('not there');
    old.replaceWith(fresh);
    showMiddles();
    return fresh;
  };
  document.addEventListener('click', (event) => {
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    const link = event.target.closest('a');
    const part = link && link.closest('[data-swap]');
    if (!part) return;
    const href = link.getAttribute('href');
    const address = new URL(href, location.href);
    if (address.origin !== location.origin || address.pathname !== location.pathname) return;
    event.preventDefault();
    const label = link.textContent;
    swap(part.dataset.swap, address.href).then(
      (fresh) => {
        history.pushState({ swap: part.dataset.swap }, '', address.href);
        const again = [...fresh.querySelectorAll('a')].find((one) => one.textContent === label);
        if (again) again.focus({ preventScroll: true });
      },
      () => location.assign(address.href),
    );
  });
  addEventListener('popstate', () => location.reload());
  const isAtRest = (now) =>
    document.visibilityState === 'visible' && !now.contains(document.activeElement) && !now.querySelector('details[open]');
  for (const part of document.querySelectorAll('[data-live]')) {
    let now = part;
    const renew = async () => {
      if (isAtRest(now)) {
        const fresh = (await load(location.href)).querySelector('[data-live]');
        if (fresh && isAtRest(now)) { now.replaceWith(fresh); now = fresh; }
      }
    };
    setInterval(() => renew().catch(() => undefined), Number(part.dataset.live) * 1000);
  }${FOLLOW}})();
`;
