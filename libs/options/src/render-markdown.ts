import type { OptionRecord } from './option-record';

const cell = (text: string) => text.replaceAll('|', '\\|').replaceAll('<', '&lt;');
const code = (text: string | undefined) => (text ? `\`${text}\`` : '');

function defaultText({ kind, default: value }: OptionRecord): string {
  if (kind === 'boolean') return value === true ? 'on' : 'off';
  return value === undefined || value === '' ? '' : code(String(value));
}

function rangeText({ kind, choices, min, max }: OptionRecord): string {
  if (choices) return choices.map(code).join(', ');
  if (kind === 'boolean') return 'switch';
  if (min === undefined && max === undefined) return kind;
  return `${kind}, ${min ?? '…'} to ${max ?? '…'}`;
}

/** The documentation table of an option table, in Markdown. Generated docs embed it between their own headings. */
export function renderMarkdownTable(table: readonly OptionRecord[]): string {
  const withFlags = table.some((record) => record.flag);
  const head = [...(withFlags ? ['Parameter'] : []), 'Environment', 'Values', 'Default', 'What it does'];
  const rows = table
    .filter((record) => !record.hidden)
    .map((record) => [
      ...(withFlags ? [code(record.flag)] : []),
      code(record.env),
      rangeText(record),
      defaultText(record),
      cell(record.description) +
        (record.secret && record.env ? ` (or in the file that \`${record.env}_FILE\` names)` : '') +
        (record.deprecation ? ' (deprecated)' : '') +
        (record.noEffect ? ` (no effect: ${cell(record.noEffect)})` : ''),
    ]);
  return [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n') + '\n';
}
