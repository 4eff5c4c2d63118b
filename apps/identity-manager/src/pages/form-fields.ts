import { escapeMarkup } from '@smart-city/service';
import type { FormErrors } from './form';
import type { Translate } from '@smart-city/messages';

interface FieldOptions {
  readonly type?: 'text' | 'email' | 'password' | 'url' | 'search' | 'date' | 'textarea' | 'file';
  readonly required?: boolean;
  readonly autocomplete?: string;
  readonly inputmode?: string;
  readonly autofocus?: boolean;
  readonly maxlength?: number;
  readonly accept?: string;
  readonly rows?: number;
  /** Shown below the label; already translated. */
  readonly hint?: string;
  /** Instead of the form's value. */
  readonly value?: string;
  /** Tells apart fields of one name on one page. */
  readonly id?: string;
  readonly placeholder?: string;
  /** What a script says of a new password, from weak to strong, with `|` between. */
  readonly strength?: string;
}

interface BoxOptions {
  readonly value?: string;
  readonly checked?: boolean;
  readonly hint?: string;
  readonly type?: 'checkbox' | 'radio';
  readonly disabled?: boolean;
  readonly required?: boolean;
  readonly label?: string;
}

interface PostButtonOptions {
  /** Classes: `plain`, `bad`, `small`. */
  readonly tone?: string;
  /** What the button itself says. */
  readonly name?: string;
  readonly value?: string | boolean;
  /** Further hidden fields. */
  readonly carried?: Readonly<Record<string, string>>;
}

const attributes = (pairs: Readonly<Record<string, string | number | boolean | undefined>>): string =>
  Object.entries(pairs)
    .filter(([, value]) => value !== undefined && value !== false)
    .map(([name, value]) => (value === true ? ` ${name}` : ` ${name}="${escapeMarkup(String(value))}"`))
    .join('');

/** HTML of labelled form fields, with their errors tied to them (WCAG 3.3.1, 3.3.2). Everything is escaped here. */
export function formFields(
  t: Translate,
  values: Readonly<Record<string, unknown>>,
  errors: FormErrors,
  hidden: Readonly<Record<string, string>>,
) {
  // The cursor goes to what has to be mended first, and the browser scrolls there; otherwise to where the page says.
  let isSought = Object.keys(errors).length > 0;
  const focus = (wished: boolean | undefined, error: string | undefined): boolean => {
    if (!isSought) return Object.keys(errors).length === 0 && wished === true;
    if (!error) return false;
    isSought = false;
    return true;
  };

  const valueOf = (name: string): string => {
    const value = values[name];
    return typeof value === 'string' ? value : '';
  };

  // A field with an id of its own stands in another form than the one that `errors` are about, unless they name the id.
  const errorOf = (name: string, id: string): string | undefined =>
    id === `id_${name}` ? errors[name] : errors[id];

  const describe = (id: string, name: string, hint: string | undefined) => {
    const error = errorOf(name, id);
    const notes = [
      ...(hint ? [`<span class="hint" id="${id}-hint">${escapeMarkup(hint)}</span>`] : []),
      ...(error ? [`<span class="field-error" id="${id}-error">${escapeMarkup(t(error))}</span>`] : []),
    ];
    const ids = [...(hint ? [`${id}-hint`] : []), ...(error ? [`${id}-error`] : [])].join(' ');
    return { error, notes: notes.join(''), described: ids || undefined, invalid: error ? 'true' : undefined };
  };

  const hiddenFields = (pairs: Readonly<Record<string, string>>): string =>
    Object.entries(pairs)
      .map(([name, value]) => `<input${attributes({ type: 'hidden', name, value })}>`)
      .join('');

  return {
    /** Hidden fields of every form: the token, and what lets the form count once. */
    hidden: (): string => hiddenFields(hidden),

    /** A button that changes something: a form of its own. */
    postButton(action: string, label: string, options: PostButtonOptions = {}): string {
      const { tone, name, value, carried = {} } = options;
      const text = value === undefined ? undefined : String(value);
      const button = `<button${attributes({ class: tone, name, value: text })}>${escapeMarkup(label)}</button>`;
      return `<form action="${escapeMarkup(action)}" method="post">${hiddenFields({ ...hidden, ...carried })}${button}</form>`;
    },

    field(name: string, label: string, options: FieldOptions = {}): string {
      const {
        type = 'text',
        hint,
        value,
        rows = 3,
        id = `id_${name}`,
        strength,
        autofocus,
        ...rest
      } = options;
      const { error, notes, described, invalid } = describe(id, name, hint);
      const state = {
        'aria-describedby': described,
        'aria-invalid': invalid,
        autofocus: focus(autofocus, error),
      };
      const shared = { id, name, ...state, ...rest };
      const text = value ?? (type === 'password' ? '' : valueOf(name));
      const meter = strength
        ? `<output${attributes({ for: id, class: 'hint', 'data-levels': strength })}></output>`
        : '';
      const control =
        type === 'textarea'
          ? `<textarea${attributes({ ...shared, rows })}>\n${escapeMarkup(text)}</textarea>`
          : `<input${attributes({ ...shared, type, value: type === 'file' ? undefined : text })}>`;
      return `<div class="field"><label for="${id}">${escapeMarkup(label)}</label>${notes}${control}${meter}</div>`;
    },

    box(name: string, label: string, options: BoxOptions = {}): string {
      const { type = 'checkbox', value = 'true', checked = false, hint, disabled, required } = options;
      const note = hint ? `<span class="hint">${escapeMarkup(hint)}</span>` : '';
      // Of several boxes the first; what is wrong is said by the group that they stand in.
      const autofocus = focus(false, errors[name]);
      return `<label class="box"><input${attributes({ type, name, value, checked, disabled, required, autofocus })}><span>${escapeMarkup(label)}${note}</span></label>`;
    },

    select(
      name: string,
      label: string,
      choices: readonly { readonly value: string; readonly label: string }[],
      selected: string = valueOf(name),
      id = `id_${name}`,
    ): string {
      const { error, notes, described, invalid } = describe(id, name, undefined);
      const items = choices
        .map(
          (choice) =>
            `<option${attributes({ value: choice.value, selected: choice.value === selected })}>${escapeMarkup(choice.label)}</option>`,
        )
        .join('');
      return `<div class="field"><label for="${id}">${escapeMarkup(label)}</label>${notes}<select${attributes({ id, name, 'aria-describedby': described, 'aria-invalid': invalid, autofocus: focus(false, error) })}>${items}</select></div>`;
    },
  };
}
