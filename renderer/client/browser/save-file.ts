/** Time after which every browser has begun to read the file. */
const keptForMs = 60_000;

/** Gives a file to the browser, which saves it or asks for a folder. */
export function saveFile(file: Blob, name: string): void {
  const address = URL.createObjectURL(file);
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), keptForMs);
}
