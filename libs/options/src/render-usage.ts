import type { OptionRecord } from './option-record';

/** Short usage in the layout of the original: one bracket per option, aligned below the program name. */
export function renderUsage(
  program: string,
  actions: readonly (readonly [flag: string, what: string])[],
  table: readonly OptionRecord[],
): string {
  const items = [
    ...actions.map(([flag, what]) => `[option '${flag}' (${what})]`),
    ...table.filter((record) => record.flag && !record.hidden).map(usageItem),
  ];
  const head = `Usage: ${program}  `;
  return items.map((item, at) => (at === 0 ? head : ' '.repeat(head.length)) + item).join('\n') + '\n';
}

function usageItem({ flag, kind, description }: OptionRecord): string {
  return kind === 'boolean' ? `[option '${flag}' (${description})]` : `[option '${flag}' <${description}>]`;
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
      `default ${record.default}`,
    record.choices && `one of ${record.choices.join(', ')}`,
    record.min !== undefined && `min ${record.min}`,
    record.max !== undefined && `max ${record.max}`,
    record.deprecation && 'deprecated',
    record.noEffect && `no effect: ${record.noEffect}`,
  ].filter(Boolean);
  return found.length > 0 ? ` (${found.join('; ')})` : '';
}
