// The pages work without this file; it adds copy buttons, keeps a form from being sent twice and shows the current tab.
document.addEventListener('click', (event) => {
  const button = event.target.closest('button[data-copy]');
  if (!button) return;
  navigator.clipboard?.writeText(button.dataset.copy).then(() => {
    button.textContent = button.dataset.copied;
  });
});
for (const button of document.querySelectorAll('button[data-copy]')) button.hidden = !navigator.clipboard;

document.addEventListener('submit', (event) => {
  const form = event.target;
  if (form.method !== 'post') return;
  if (form.dataset.sent) event.preventDefault();
  form.dataset.sent = 'yes';
});
// A page that comes back from the browser's memory may be sent again; one of a signed-in person is fetched anew.
window.addEventListener('pageshow', (event) => {
  for (const form of document.forms) delete form.dataset.sent;
  if (event.persisted && document.body.dataset.signedIn) location.reload();
});

// On a narrow screen the tabs are one line that scrolls: show the current one.
for (const tab of document.querySelectorAll('nav [aria-current]')) {
  const list = tab.closest('ul');
  list.scrollLeft = tab.offsetLeft - list.offsetLeft - (list.clientWidth - tab.offsetWidth) / 2;
}
