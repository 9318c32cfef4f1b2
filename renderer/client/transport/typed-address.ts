/** The address of the partner API as it is sent. An address that was typed without a scheme gets `https://` (K2). */
export function addressToSend(typed: string): string {
  const address = typed.trim();
  // A misspelt scheme, such as “https//”, stays, so that the address is refused.
  const hasScheme = /^(?:[a-z][a-z\d+.-]*:\/|https?[^a-z\d.-])/iu.test(address);
  return address === "" || hasScheme ? address : `https://${address}`;
}
