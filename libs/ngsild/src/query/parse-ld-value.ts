import { readDateTime } from '../entity/date-time';
import { badRequestData } from '../ngsild-fault';
import type { ExpandName } from './ld-names';
import type { LdLiteral, LdOperand, LdOperator } from './ld-query';
import { compileLdPattern } from './ld-pattern';
import { isDateText, isTimeText } from './ld-time';
import type { TextReader } from './text-reader';

const QUOTED = /"(?:[^"\\]|\\.)*"/sy;
const DATE_TIME = /\d{4}-\d{2}-\d{2}T[\d:]+(?:[.,]\d+)?Z/y;
const TIME = /\d{2}:\d{2}:\d{2}(?:[.,]\d+)?Z/y;
const DATE = /\d{4}-\d{2}-\d{2}(?!\d)/y;
const NUMBER = /[+-]?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?(?=$|[;|),\]}\s]|\.\.)/y;
const WORD = /(?:(?!\.\.)[^;|(),"<>{}\s])+/y;

export const queryFault = (detail: string) => badRequestData('Invalid q', detail);

/**
 * Reads the right side of a comparison.
 *
 *     operand  := literal | list | range
 *     list     := literal ("," literal)+        only with == and !=
 *     range    := literal ".." literal          only with == and !=
 *     literal  := number | "true" | "false" | dateTime | date | time | uri | quoted text
 *
 * @param takesWords  texts may stand without quotes: they are terms that the context expands
 * @throws NgsiLdFault  BadRequestData
 */
export function readOperand(
  reader: TextReader,
  operator: LdOperator,
  expand: ExpandName,
  takesWords: boolean,
): LdOperand {
  const first = readLiteral(reader, expand, takesWords);
  const isEquality = operator === '==' || operator === '!=';
  if (reader.take('..')) {
    if (!isEquality) throw queryFault(`a range stands only behind == and !=, not ${operator}`);
    const to = readLiteral(reader, expand, takesWords);
    if (to.kind !== first.kind || first.kind === 'boolean')
      throw queryFault('both ends of a range must be of one type that has an order');
    return { kind: 'range', from: first, to };
  }
  if (reader.next !== ',') return first;
  if (!isEquality) throw queryFault(`a list of values stands only behind == and !=, not ${operator}`);
  const items = [first];
  while (reader.take(',')) items.push(readLiteral(reader, expand, takesWords));
  return { kind: 'list', items };
}

function readLiteral(reader: TextReader, expand: ExpandName, takesWords: boolean): LdLiteral {
  const quoted = reader.match(QUOTED);
  if (quoted !== undefined) return textLiteral(unquote(quoted), expand);
  const dated = readTemporal(reader);
  if (dated !== undefined) return dated;
  const number = reader.match(NUMBER);
  if (number !== undefined) return { kind: 'number', value: Number(number) };
  const word = reader.match(WORD);
  if (word === 'true' || word === 'false') return { kind: 'boolean', value: word === 'true' };
  if (word === undefined) throw queryFault(`a value is due before ${reader.rest}`);
  if (!takesWords && !/^[A-Za-z][A-Za-z0-9+.-]*:./.test(word))
    throw queryFault(`'${word.slice(0, 80)}' is not a value: a text stands in double quotes`);
  return textLiteral(word, expand);
}

const textLiteral = (value: string, expand: ExpandName): LdLiteral => ({
  kind: 'text',
  value,
  expanded: expand(value),
});

/** Escapes are those of JSON; a text that JSON does not read is refused. */
function unquote(quoted: string): string {
  if (!quoted.includes('\\')) return quoted.slice(1, -1);
  try {
    return JSON.parse(quoted) as string;
  } catch {
    throw queryFault(`${quoted.slice(0, 80)} is not a text of JSON`);
  }
}

function readTemporal(reader: TextReader): LdLiteral | undefined {
  const dateTime = reader.match(DATE_TIME);
  if (dateTime !== undefined) {
    const value = readDateTime(dateTime);
    if (value === undefined) throw queryFault(`${dateTime} is not a DateTime`);
    return { kind: 'dateTime', value };
  }
  const time = reader.match(TIME);
  if (time !== undefined) {
    if (!isTimeText(time)) throw queryFault(`${time} is not a Time`);
    return { kind: 'time', value: time.replace(',', '.') };
  }
  const date = reader.match(DATE);
  if (date === undefined) return undefined;
  if (!isDateText(date) || !/^$|[;|),\]}\s.]/.test(reader.next))
    throw queryFault(`${date} does not begin a Date or a DateTime, which ends with Z`);
  return { kind: 'date', value: date };
}

/**
 * Reads the pattern behind `~=` or `!~=`: in double quotes, where a backslash before a quote is dropped, or as it stands up to
 * a `;` or `|` or `)` that is outside its own parentheses and brackets.
 *
 * @throws NgsiLdFault  BadRequestData
 */
export function readPattern(reader: TextReader): LdOperand {
  const quoted = reader.match(QUOTED);
  const source = quoted === undefined ? readBarePattern(reader) : quoted.slice(1, -1).replaceAll('\\"', '"');
  if (source === '') throw queryFault('a pattern is due behind ~= and !~=');
  compileLdPattern(source, 'q');
  return { kind: 'pattern', source };
}

function readBarePattern(reader: TextReader): string {
  const { text, position: start } = reader;
  let depth = 0;
  let isInBrackets = false;
  let at = start;
  for (; at < text.length; at++) {
    const char = text[at];
    if (char === '\\') at++;
    else if (isInBrackets) isInBrackets = char !== ']';
    else if (char === '[') isInBrackets = true;
    else if (char === '(') depth++;
    else if (depth === 0 && (char === ';' || char === '|' || char === ')')) break;
    else if (char === ')') depth--;
  }
  reader.position = Math.min(at, text.length);
  return text.slice(start, reader.position).trimEnd();
}
