/** The cells of a CSV file with a BOM, in which every cell is quoted or empty. */
export function readCsv(text: string): string[][] {
  if (!text.startsWith("\uFEFF")) throw new Error("The file has no BOM");
  const rows: string[][] = [];
  let row: string[] = [];
  const cell = /(?:"((?:[^"]|"")*)")?(,|\r\n)/gy;
  cell.lastIndex = 1;
  while (cell.lastIndex < text.length) {
    const [, inside = "", end] = cell.exec(text) ?? [];
    if (end === undefined) throw new Error("A cell is not quoted");
    row.push(inside.replaceAll('""', '"'));
    if (end === ",") continue;
    rows.push(row);
    row = [];
  }
  return rows;
}

/** The rows as objects, by the names of the columns. */
export function readTable(text: string): Record<string, string>[] {
  const [header = [], ...rows] = readCsv(text);
  return rows.map((row) => Object.fromEntries(header.map((name, at) => [name, row[at] ?? ""])));
}
