/** The command line, split into the runtime's arguments and Chute's own. */
export interface ArrivedArguments {
  /** The program path, if not packaged, and the runtime's switches. */
  readonly runtime: readonly string[];
  readonly own: readonly string[];
}

/**
 * Switches of Electron, Chromium, V8 and the installers, which appear among the arguments of a packaged
 * program. No switch of Chute starts like one of them.
 */
const runtimeSwitch = new RegExp(
  `^(?:-psn_|--(?:${[
    "allow",
    "auth",
    "crash",
    "disable",
    "enable",
    "force",
    "gpu",
    "gtk",
    "host-(?:resolver-)?rules",
    "ignore",
    "in-process-gpu",
    "inspect",
    "js-flags",
    "lang",
    "log",
    "no-(?:proxy-server|sandbox|stdio-init|zygote)",
    "net-log",
    "original-process-start-time",
    "ozone",
    "password-store",
    "proxy",
    "remote-debugging",
    "single-process",
    "trace",
    "updated",
    "use",
    "user-data-dir",
    "v",
    "vmodule",
  ].join("|")})(?:[-=]|$))`,
);

/** `argv` is the process's; unpackaged, the first argument that is not a switch is the program path. */
export function splitArguments(argv: readonly string[], isPackaged: boolean): ArrivedArguments {
  const given = argv.slice(1);
  const program = isPackaged ? 0 : given.findIndex((text) => !text.startsWith("-")) + 1;
  const rest = given.slice(program);
  return {
    runtime: [...given.slice(0, program), ...rest.filter((text) => runtimeSwitch.test(text))],
    own: rest.filter((text) => !runtimeSwitch.test(text)),
  };
}
