import type { OptionRecord } from './option-record';

/**
 * Short usage in the layout of the original: one bracket per option, aligned below the program name.
 *
 * @param groups  the options, an empty line between groups
 */
export function renderUsage(
  program: string,
  actions: readonly (readonly [flag: string, what: string])[],
  groups: readonly (readonly OptionRecord[])[],
): string {
  const head = `Usage: ${program}  `;
  const indent = (items: readonly string[]) => items.join(`\n${' '.repeat(head.length)}`);
  const [first = [], ...others] = groups.map((group) => group.filter(isInUsage).map(usageItem));
  const blocks = [
    head + indent([...actions.map(([flag, what]) => `[option '${flag}' (${what})]`), ...first]),
    ...others.map((items) => ' '.repeat(head.length) + indent(items)),
  ];
  return `${blocks.join('\n\n')}\n\n`;
}

const isInUsage = ({ flag, hidden, extended }: OptionRecord) => flag !== undefined && !hidden && !extended;

function usageItem({ flag, kind, description, usage = description }: OptionRecord): string {
  return kind === 'boolean' ? `[option '${flag}' (${usage})]` : `[option '${flag}' <${usage}>]`;
}

const LONGEST_EXTENDED = 80;

/**
 * Extended usage in the manner of the original: a line per option with its text, cut at 80 characters, its environment
 * variable, and its default between its bounds: `min <= value /default/ <= max`.
 */
export function renderExtendedUsage(table: readonly OptionRecord[]): string {
  const rows = table
    .filter((record) => record.flag !== undefined && !record.hidden)
    .map((record) => [extendedItem(record), record.env ?? '', bounds(record)]);
  const widths = [0, 1].map((column) => Math.max(...rows.map((row) => row[column]!.length)));
  return (
    rows
      .map((row) => `${row.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join('  ')}`.trimEnd())
      .join('\n') + '\n\n'
  );
}

function extendedItem({ flag, kind, description, usage = description }: OptionRecord): string {
  const text = usage.slice(0, LONGEST_EXTENDED);
  return kind === 'boolean' ? `[option '${flag}' (${text})]` : `[option '${flag}' <${text}>]`;
}

function bounds({ kind, default: value, min, max }: OptionRecord): string {
  const shown = kind === 'boolean' ? (value === true ? 'TRUE' : 'FALSE') : String(value ?? '');
  return `${min === undefined ? '' : `${min} <= `}/${shown}/${max === undefined ? '' : ` <= ${max}`}`;
}

/** Long help: flag, environment variable, default, range and description of every option. */
export function renderHelp(table: readonly OptionRecord[]): string {
  return table
    .filter((record) => !record.hidden)
    .map((record) => {
      const names = [record.flag, record.env].filter(Boolean).join(', ');
      return `  ${names}\n      ${record.description}${facts(record)}\n`;
    })
    .join('');
}

function facts(record: OptionRecord): string {
  const found = [
    record.default !== undefined &&
      record.default !== '' &&
      record.kind !== 'boolean' &&
      `default ${String(record.default)}`,
    record.choices && `one of ${record.choices.join(', ')}`,
    record.min !== undefined && `min ${record.min}`,
    record.max !== undefined && `max ${record.max}`,
    record.deprecation && 'deprecated',
    record.noEffect && `no effect: ${record.noEffect}`,
  ].filter(Boolean);
  return found.length > 0 ? ` (${found.join('; ')})` : '';
}
