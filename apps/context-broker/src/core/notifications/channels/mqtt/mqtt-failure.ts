/** By return code of CONNACK, MQTT 3.1.1 section 3.2.2.3. */
const REFUSALS: Readonly<Record<number, string>> = {
  1: 'Connection Refused: unacceptable protocol version.',
  2: 'Connection Refused: identifier rejected.',
  3: 'Connection Refused: broker unavailable.',
  4: 'Connection Refused: bad user name or password.',
  5: 'Connection Refused: not authorised.',
};

const NETWORK_ERRORS: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'Connection refused',
  ECONNRESET: 'The connection was lost.',
  EHOSTUNREACH: 'No route to host',
  ENETUNREACH: 'Network is unreachable',
  ENOTFOUND: 'Lookup error.',
  EAI_AGAIN: 'Lookup error.',
  ETIMEDOUT: 'Connection timed out',
};

/** Why an MQTT broker could not be reached, in libmosquitto's words, for the alarm `MqttConnectionError`. */
export function mqttFailure(error: unknown): string {
  if (error instanceof AggregateError && error.errors.length > 0) return mqttFailure(error.errors[0]);
  if (!(error instanceof Error)) return String(error);
  const { code } = error as { readonly code?: unknown };
  const known =
    typeof code === 'number' ? REFUSALS[code] : typeof code === 'string' ? NETWORK_ERRORS[code] : undefined;
  return known ?? error.message;
}
