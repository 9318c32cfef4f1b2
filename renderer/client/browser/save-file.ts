/** Long enough for every browser to have begun reading. */
const keptForMs = 60_000;

/** Gives a file to the browser, which saves it or asks where. */
export function saveFile(file: Blob, name: string): void {
  const address = URL.createObjectURL(file);
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), keptForMs);
}
