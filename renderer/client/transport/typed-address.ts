/** The address of the partner API as it is sent. An address that was typed without a scheme gets `https://` (K2). */
export function addressToSend(typed: string): string {
  const address = typed.trim();
  return address === "" || /^[a-z][a-z\d+.-]*:\//iu.test(address) ? address : `https://${address}`;
}
