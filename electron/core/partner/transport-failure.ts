/**
 * Why no answer came.
 *
 * - `unreachable`: no connection was made, so nothing can have arrived.
 * - `broken`: a connection was made and lost; whether the request arrived is unknown.
 * - `timeout`: nothing came in time; whether the request arrived is unknown.
 * - `given-up`: this program stopped waiting (closing, cancelled).
 */
export type TransportFailure = "unreachable" | "broken" | "timeout" | "given-up";

/** Codes of Node's sockets, resolver and TLS which say that not one byte of the request was sent. */
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
 * Reads the error that fetch threw. Only codes decide, never words; where several addresses were tried, nothing was sent
 * only if that holds for each.
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
