/** The value of the last field of this name. @param rawHeaders  name, value, name, value … as they came @param name  in lower case */
export function lastField(rawHeaders: readonly string[], name: string): string | undefined {
  for (let at = rawHeaders.length - 2; at >= 0; at -= 2)
    if (rawHeaders[at]!.toLowerCase() === name) return rawHeaders[at + 1];
  return undefined;
}

/** Whether there are several fields of this name. @see lastField */
export const isRepeated = (rawHeaders: readonly string[], name: string): boolean =>
  rawHeaders.filter((text, at) => at % 2 === 0 && text.toLowerCase() === name).length > 1;
