import { OptionError } from '@smart-city/options';
import { AddressList } from '@smart-city/receivers';
import { errorMessage } from '@smart-city/service';

/**
 * Checks `IDM_OUTBOUND_ALLOW`, and gives it back.
 *
 * @throws OptionError with the first entry that is no host, address or network
 */
export function checkedOutboundAllow(entries: readonly string[]): readonly string[] {
  for (const entry of entries) refuseMalformed(entry);
  return entries;
}

function refuseMalformed(entry: string): void {
  try {
    void new AddressList([entry]);
  } catch (error) {
    throw new OptionError([`IDM_OUTBOUND_ALLOW: ${errorMessage(error)}`]);
  }
}
