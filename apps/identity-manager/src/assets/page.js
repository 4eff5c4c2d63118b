// The pages work without this file; it sends answers on to applications, adds copy buttons, keeps a form from being
// sent twice, tells the time zone and how strong a new password is, shows the current tab and cuts pictures.
document.addEventListener('click', (event) => {
  const button = event.target.closest('button[data-copy]');
  if (!button) return;
  navigator.clipboard?.writeText(button.dataset.copy).then(() => {
    button.textContent = button.dataset.copied;
  });
});
for (const button of document.querySelectorAll('button[data-copy]')) button.hidden = !navigator.clipboard;

// Times are shown in the zone of this browser from the next page on.
const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
if (timeZone && !document.cookie.split('; ').includes(`zone=${timeZone}`))
  document.cookie = `zone=${timeZone}; path=/; max-age=31536000; samesite=lax${location.protocol === 'https:' ? '; secure' : ''}`;

document.addEventListener('submit', (event) => {
  const form = event.target;
  if (form.method !== 'post' || event.defaultPrevented) return;
  if (form.dataset.sent) event.preventDefault();
  form.dataset.sent = 'yes';
});
// A page that comes back from the browser's memory may be sent again; one of a signed-in user is fetched anew.
window.addEventListener('pageshow', (event) => {
  for (const form of document.forms) delete form.dataset.sent;
  if (event.persisted && document.body.dataset.signedIn) location.reload();
});

// How hard a new password is to guess, while it is typed: its length counts, repeats do not.
for (const output of document.querySelectorAll('output[data-levels]')) {
  const levels = output.dataset.levels.split('|');
  output.htmlFor.forEach((id) =>
    document.getElementById(id).addEventListener('input', ({ target: { value } }) => {
      const worth = Math.min(value.length, 2 * new Set(value).size);
      output.dataset.level = worth < 10 ? 0 : worth < 15 ? 1 : 2;
      output.textContent = value === '' ? '' : levels[output.dataset.level];
    }),
  );
}

// On a narrow screen the tabs are one line that scrolls: show the current one.
for (const tab of document.querySelectorAll('nav li [aria-current]')) {
  const list = tab.closest('ul');
  list.scrollLeft = tab.offsetLeft - list.offsetLeft - (list.clientWidth - tab.offsetWidth) / 2;
}

// One box marks every row of a list.
for (const label of document.querySelectorAll('[data-mark-all]')) {
  const marks = [...label.closest('section').querySelectorAll('[name="marked"]:not(:disabled)')];
  label.hidden = false;
  label.addEventListener('change', ({ target }) => marks.forEach((mark) => (mark.checked = target.checked)));
}

// A picture is cut to a small square here, so that any photo can be taken; nothing but its pixels is sent.
const longestSide = 256;
for (const form of document.querySelectorAll('form[data-crop]')) {
  const [box, file] = [form.querySelector('.crop'), form.elements.image];
  const canvas = box.querySelector('canvas');
  const ranges = box.querySelectorAll('input');
  let picture;
  const draw = () => {
    const [zoom, across, down] = [...ranges].map((range) => Number(range.value));
    const side = Math.min(picture.width, picture.height) / zoom;
    canvas.width = canvas.height = Math.max(1, Math.min(longestSide, Math.round(side)));
    const [left, top] = [(picture.width - side) * across, (picture.height - side) * down];
    canvas.getContext('2d').drawImage(picture, left, top, side, side, 0, 0, canvas.width, canvas.height);
  };
  let reading;
  file.addEventListener('change', () => {
    // What is no picture is sent as it is: the server says what is wrong with it.
    reading = createImageBitmap(file.files[0] ?? new Blob()).then(
      (read) => (picture = read),
      () => (picture = undefined),
    );
    reading = reading.then(() => {
      reading = undefined;
      box.hidden = !picture;
      if (picture) draw();
    });
  });
  form.addEventListener('submit', (event) => {
    if (!reading) return;
    event.preventDefault();
    reading.then(() => form.requestSubmit(event.submitter));
  });
  for (const range of ranges) range.addEventListener('input', draw);
  form.addEventListener('formdata', ({ formData }) => {
    if (!picture) return;
    const type = file.files[0]?.type === 'image/jpeg' ? 'image/jpeg' : 'image/png';
    const bytes = Uint8Array.from(atob(canvas.toDataURL(type, 0.9).split(',')[1]), (char) =>
      char.charCodeAt(0),
    );
    formData.set('image', new File([bytes], 'picture', { type }));
  });
}

// An answer that an application wants as a form leaves by itself.
document.querySelector('form[data-send-now]')?.requestSubmit();
