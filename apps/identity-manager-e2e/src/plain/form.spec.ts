import { parse } from 'node-html-parser';
import { tick } from './fill-in';
import { encoded, entriesOf } from './form';

const sent = (html: string, pressed = 'button', change?: (page: ReturnType<typeof parse>) => void) => {
  const page = parse(html);
  change?.(page);
  const [form, button] = [page.querySelector('form'), page.querySelector(pressed)];
  if (!form || !button) throw new Error('no form');
  return encoded(entriesOf(form, button, page, new Map())).toString();
};

it('sends what a browser sends: hidden, ticked and chosen fields, and the button that was pressed', () => {
  const html = `<form><input type=hidden name=t value="a&amp;b"><input type=checkbox name=c checked><input type=checkbox name=d>
    <select name=s><option value=1>one</option><option selected>two</option></select><textarea name=x>\nfirst\nsecond</textarea>
    <input name=off value=1 disabled><input value=nameless><button name=b value=1>One</button><button name=b value=2>Two</button></form>`;
  expect(sent(html, 'button[value="2"]')).toBe('t=a%26b&c=on&s=two&x=first%0D%0Asecond&b=2');
});

it('sends the fields outside of a form that name it, and none of another', () => {
  const html = `<input name=before value=1 form=f><form id=f><button>Go</button></form><form><input name=other></form>`;
  expect(sent(html)).toBe('before=1');
});

it('has one of a group of radio buttons', () => {
  const html = `<form><input type=radio name=r value=1 checked><input type=radio name=r value=2 id=two><button>Go</button></form>`;
  const change = (page: ReturnType<typeof parse>) => {
    const two = page.getElementById('two');
    if (two) tick(two, true, page);
  };
  expect(sent(html, 'button', change)).toBe('r=2');
});

it('refuses to send what a browser would ask for first, unless the form says that it need not', () => {
  const html = `<form><label>Name <input name=n required></label><button>Go</button></form>`;
  expect(() => sent(html)).toThrow('“Name” is empty');
  expect(sent(html.replace('<form>', '<form novalidate>'))).toBe('n=');
});
