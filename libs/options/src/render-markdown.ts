import type { OptionRecord } from './option-record';

const cell = (text: string) => text.replaceAll('|', '\\|').replaceAll('<', '&lt;');
const code = (text: string) => `\`${text}\``;

/** Both names under each other: side by side they make a table wider than a page of GitHub, which then scrolls in itself. */
const namesOf = ({ flag, env }: OptionRecord): string =>
  [flag, env].flatMap((name) => (name ? [code(name)] : [])).join('<br>');

function defaultText({ kind, default: value }: OptionRecord): string {
  if (kind === 'boolean') return value === true ? 'on' : 'off';
  return value === undefined || value === '' ? '' : code(String(value));
}

/** What may be given, where the description leaves it open. */
function valuesText({ kind, choices, min, max }: OptionRecord): string | undefined {
  if (choices) return `one of ${choices.map(code).join(', ')}`;
  if (kind === 'boolean' || kind === 'text') return undefined;
  return min === undefined && max === undefined ? kind : `${kind}, ${min ?? '…'} to ${max ?? '…'}`;
}

function descriptionOf(record: OptionRecord): string {
  const values = valuesText(record);
  return [
    cell(record.description),
    ...(values ? [`(${values})`] : []),
    ...(record.secret && record.env ? [`(or in the file that ${code(`${record.env}_FILE`)} names)`] : []),
    ...(record.deprecation ? ['(deprecated)'] : []),
    ...(record.noEffect ? [`(no effect: ${cell(record.noEffect)})`] : []),
  ].join(' ');
}

/** The documentation table of an option table, in Markdown. Generated docs embed it between their own headings. */
export function renderMarkdownTable(table: readonly OptionRecord[]): string {
  const withFlags = table.some((record) => record.flag);
  const head = [withFlags ? 'Parameter, environment' : 'Environment', 'Default', 'What it does'];
  const rows = table
    .filter((record) => !record.hidden)
    .map((record) => [namesOf(record), defaultText(record), descriptionOf(record)]);
  return [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n') + '\n';
}
