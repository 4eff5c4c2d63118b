const REASONS: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'Could not connect to server',
  EHOSTUNREACH: 'Could not connect to server',
  ENETUNREACH: 'Could not connect to server',
  EADDRNOTAVAIL: 'Could not connect to server',
  ENOTFOUND: 'Could not resolve hostname',
  EAI_AGAIN: 'Could not resolve hostname',
  ETIMEDOUT: 'Timeout was reached',
  ECONNRESET: 'Failure when receiving data from the peer',
  EPIPE: 'Failed sending data to the peer',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'SSL peer certificate or SSH remote key was not OK',
  SELF_SIGNED_CERT_IN_CHAIN: 'SSL peer certificate or SSH remote key was not OK',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'SSL peer certificate or SSH remote key was not OK',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'SSL peer certificate or SSH remote key was not OK',
  CERT_HAS_EXPIRED: 'SSL peer certificate or SSH remote key was not OK',
  ERR_TLS_CERT_ALTNAME_INVALID: 'SSL peer certificate or SSH remote key was not OK',
};

/** Why a connection gave no answer, in libcurl's words (`lastFailureReason`). */
export function failureReason(error: unknown): string {
  if (error instanceof AggregateError && error.errors.length > 0) return failureReason(error.errors[0]);
  const { code, message } = error as { readonly code?: unknown; readonly message?: string };
  if (typeof code !== 'string') return message ?? String(error);
  if (code.startsWith('HPE_')) return 'Weird server reply';
  if (code.startsWith('ERR_SSL')) return 'SSL connect error';
  // The receiver closed before it said anything.
  if (code === 'ECONNRESET' && message === 'socket hang up')
    return 'Server returned nothing (no headers, no data)';
  return REASONS[code] ?? message ?? code;
}
