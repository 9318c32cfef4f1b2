/**
 * Why there was no response.
 *
 * - `unreachable`: there was no connection, so the server did not get the request.
 * - `broken`: the connection was lost; the server may have got the request.
 * - `timeout`: there was no response in time; the server may have got the request.
 * - `given-up`: this program stopped waiting (closing, cancelled).
 */
export type TransportFailure = "unreachable" | "broken" | "timeout" | "given-up";

/** Codes of Node's sockets, resolver and TLS that prove that no byte of the request was sent. */
const beforeSending: ReadonlySet<string> = new Set([
  "ECONNREFUSED",
  "ENOTFOUND",
  "EAI_AGAIN",
  "EAI_FAIL",
  "EAI_NODATA",
  "EAI_NONAME",
  "ENETUNREACH",
  "EHOSTUNREACH",
  "ENETDOWN",
  "EHOSTDOWN",
  "EADDRNOTAVAIL",
  "EACCES",
  "EPERM",
  "UND_ERR_CONNECT_TIMEOUT",
  "DEPTH_ZERO_SELF_SIGNED_CERT",
  "SELF_SIGNED_CERT_IN_CHAIN",
  "UNABLE_TO_GET_ISSUER_CERT",
  "UNABLE_TO_GET_ISSUER_CERT_LOCALLY",
  "UNABLE_TO_VERIFY_LEAF_SIGNATURE",
  "CERT_HAS_EXPIRED",
  "CERT_NOT_YET_VALID",
  "CERT_UNTRUSTED",
  "CERT_REJECTED",
  "CERT_REVOKED",
  "HOSTNAME_MISMATCH",
  "ERR_TLS_CERT_ALTNAME_INVALID",
  "ERR_SSL_WRONG_VERSION_NUMBER",
  "ERR_SSL_SSLV3_ALERT_HANDSHAKE_FAILURE",
  "ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION",
]);

/**
 * Classifies the error of fetch by its codes, never by its texts. If several addresses were tried, the error of each one
 * must prove that nothing was sent.
 */
export function readTransportFailure(error: unknown): "unreachable" | "broken" {
  return neverSent(error, 0) ? "unreachable" : "broken";
}

function neverSent(error: unknown, depth: number): boolean {
  if (typeof error !== "object" || error === null || depth > 5) return false;
  const { code, cause, errors } = error as {
    readonly code?: unknown;
    readonly cause?: unknown;
    readonly errors?: unknown;
  };
  if (Array.isArray(errors) && errors.length > 0) {
    return errors.every((each) => neverSent(each, depth + 1));
  }
  if (typeof code === "string") return beforeSending.has(code);
  return neverSent(cause, depth + 1);
}
