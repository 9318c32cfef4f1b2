/** What the double noted in a whole run, by how far each name got. */
export interface Notes {
  readonly offered: ReadonlySet<string>;
  readonly touched: ReadonlySet<string>;
  readonly heard: ReadonlySet<string>;
  readonly happened: ReadonlySet<string>;
}

/** What Chute uses of Electron, and which part of it no test used. */
export interface InterfaceReport {
  readonly used: readonly string[];
  /** Names that the sources use and that the double has or main listens to, but that never occurred. */
  readonly unused: readonly string[];
}

export function readNotes(text: string): Notes {
  const of = (kind: string): ReadonlySet<string> =>
    new Set(
      text
        .split("\n")
        .filter((line) => line.startsWith(`${kind} `))
        .map((line) => line.slice(kind.length + 1)),
    );
  return {
    offered: of("offered"),
    touched: of("touched"),
    heard: of("heard"),
    happened: of("happened"),
  };
}

/** `import { app, … } from "electron"`, without types. */
const importing = /^import \{([^}]*)\} from "electron";$/gm;

/** The members of Electron's modules that a source names: `app.quit`, `new BrowserWindow`. */
function namesIn(source: string): readonly string[] {
  const modules = [...source.matchAll(importing)].flatMap(([, names = ""]) =>
    names.split(",").map((name) => name.trim()),
  );
  return modules
    .filter((name) => name !== "")
    .flatMap((name) => {
      const members = source.matchAll(new RegExp(`(?<![-\\w./])${name}\\??\\.(\\w+)`, "g"));
      const made = new RegExp(`\\bnew ${name}\\(`).test(source) ? [`new ${name}`] : [];
      return [...made, ...Array.from(members, ([, member = ""]) => `${name}.${member}`)];
    });
}

/** Every member access in a source: `window.focus`, `contents?.reload`. */
const membersIn = (source: string): readonly string[] =>
  Array.from(source.matchAll(/(?<!\.)\.(\w+)/g), ([, member = ""]) => member);

/** Members that the source itself defines: `label: …`, `close(): …`. */
const ownMembersIn = (source: string): readonly string[] =>
  Array.from(source.matchAll(/^\s+(?:readonly |async )?(\w+)\??[(:]/gm), ([, name = ""]) => name);

/** Members of every string, array and map. */
const ofTheLanguage = new Set(
  [String, Array, Map, Set, Promise, RegExp, Date, Response, AbortController, URL].flatMap((kind) =>
    Object.getOwnPropertyNames(kind.prototype),
  ),
);

/** The members that Electron's declarations give to these classes, modules and objects. */
function declaredMembers(
  declarations: string,
  owners: readonly string[],
): ReadonlyMap<string, readonly string[]> {
  return new Map(
    owners.map((owner) => {
      const header = new RegExp(`^  (?:class|interface) ${owner}\\b[^{]*\\{$`, "m");
      const from = header.exec(declarations);
      if (from === null) return [owner, []];
      const body = declarations.slice(from.index, declarations.indexOf("\n  }\n", from.index));
      const members = body.matchAll(/^ {4}(?:readonly |static )?(\w+)[(?:]/gm);
      return [owner, [...new Set(Array.from(members, ([, name = ""]) => name))]];
    }),
  );
}

/** These are noted by the names of their events instead. */
const emitting = /\.(on|once|off)$/;

/**
 * Compares the names in the sources with what a run used. Members of objects are found by name only: a member is unused
 * if Electron declares it for a class that main uses, if main's sources name it, and if nothing touched it. Names that
 * Chute's own objects or the language have are ignored.
 */
export function reportInterface(
  sources: readonly string[],
  declarations: string,
  { offered, touched, heard, happened }: Notes,
): InterfaceReport {
  const named = sources.flatMap(namesIn).filter((name) => !emitting.test(name));
  const owners = [...new Set([...touched].map((name) => name.replace(/\..*$/, "")))];
  const declared = declaredMembers(
    declarations,
    owners.filter((owner) => /^[A-Z]/.test(owner)),
  );
  const touchedMembers = new Set([...touched].map((name) => name.replace(/^.*\./, "")));
  const own = new Set(sources.flatMap(ownMembersIn));
  const inSources = new Set(
    sources.flatMap(membersIn).filter((member) => !own.has(member) && !ofTheLanguage.has(member)),
  );
  const untouched = [...declared].flatMap(([owner, members]) =>
    members
      .filter((member) => inSources.has(member) && !touchedMembers.has(member))
      .filter((member) => !emitting.test(`.${member}`))
      .map((member) => `${owner}.${member}`),
  );
  const unused = [
    ...[...named, ...offered].filter((name) => !touched.has(name)),
    ...untouched,
    ...[...heard].filter((name) => !happened.has(name)).map((name) => `${name}, which never came`),
  ];
  const events = [...happened].filter((name) => name.includes("“"));
  return {
    used: [...touched, ...events].toSorted(),
    unused: [...new Set(unused)].toSorted(),
  };
}
