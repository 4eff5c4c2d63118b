/**
 * The part of the script of pages that follows changes (`data-follow`, the address of a stream of events). The part is read
 * anew where it says so (`data-renews`) and nobody is busy in it; else it is counted what changed since. Browsers open few
 * connections to one server, so a page that is not looked at has none.
 */
export const FOLLOW = `
  const follow = (part) => {
    let now = part, changes = 0, isUnsure = false, isLost = false, source, timer, lastLook = 0;
    const renews = part.hasAttribute('data-renews');
    const say = () => {
      const note = now.querySelector('.changes');
      if (!note || (changes === 0 && !isUnsure && !isLost)) return;
      const { one, many, unsure, lost, again } = note.dataset;
      const what = isLost ? lost : isUnsure ? unsure : changes === 1 ? one : many.replace('{count}', changes);
      const link = document.createElement('a');
      link.href = location.href;
      link.textContent = again;
      note.replaceChildren(what + ' ', link);
    };
    const renew = async () => {
      const fresh = (await load(location.href)).querySelector('[data-follow]');
      if (!fresh || !isAtRest(now)) return say();
      now.replaceWith(fresh);
      now = fresh;
      changes = 0;
      isUnsure = false;
      say();
    };
    const look = () => {
      timer = undefined;
      lastLook = Date.now();
      if (renews && isAtRest(now)) renew().catch(say);
      else say();
    };
    const soon = () => { timer ??= setTimeout(look, Math.max(200, lastLook + 2000 - Date.now())); };
    let wasOpen = false;
    const open = () => {
      let isFirst = true;
      source = new EventSource(now.dataset.follow);
      source.onopen = () => {
        // What changed before it was open is told by no event. One that comes back by itself gets what it missed, or a reset.
        if (isFirst) isUnsure ||= renews || wasOpen || isLost;
        isFirst = false;
        isLost = false;
        wasOpen = true;
        if (isUnsure) soon();
      };
      // A browser tries again after a broken connection; after a refusal it does not.
      source.onerror = () => {
        isLost = source.readyState === EventSource.CLOSED;
        if (isLost) say();
      };
      for (const kind of ['create', 'update', 'leave', 'delete'])
        source.addEventListener(kind, () => { changes += 1; soon(); });
      source.addEventListener('reset', () => { isUnsure = true; soon(); });
    };
    const attend = () => {
      if (document.visibilityState === 'visible') return source ?? open();
      if (source) source.close();
      source = undefined;
    };
    document.addEventListener('visibilitychange', attend);
    attend();
  };
  document.querySelectorAll('[data-follow]').forEach(follow);
`;
