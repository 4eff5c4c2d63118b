import { formFields } from './form-fields';

const fields = (errors: Readonly<Record<string, string>>) => formFields((key) => key, {}, errors, {});
const isFocused = (html: string) => html.includes(' autofocus');

describe('The fields of a form', () => {
  it('have the cursor where the page says, and after a fault at the first field that has one, only there', () => {
    const fresh = fields({});
    expect([fresh.field('a', 'A', { autofocus: true }), fresh.field('b', 'B')].map(isFocused)).toEqual([
      true,
      false,
    ]);
    const again = fields({ b: 'wrong', c: 'wrong' });
    const html = [
      again.field('a', 'A', { autofocus: true }),
      again.select('b', 'B', []),
      again.field('c', 'C'),
    ];
    expect(html.map(isFocused)).toEqual([false, true, false]);
  });

  it('are marked in the form that the fault is about, not in another with fields of the same name', () => {
    const form = fields({ name: 'wrong', 'role-7': 'long' });
    const isMarked = (html: string) => html.includes('aria-invalid="true"');
    expect(isMarked(form.field('name', 'Name'))).toBe(true);
    expect(isMarked(form.field('name', 'Name', { id: 'role-8' }))).toBe(false);
    expect(isMarked(form.select('name', 'Name', [], '', 'try-name'))).toBe(false);
    const own = form.field('name', 'Name', { id: 'role-7' });
    expect(own).toContain('aria-describedby="role-7-error"');
    expect(own).toContain('>long<');
  });
});
