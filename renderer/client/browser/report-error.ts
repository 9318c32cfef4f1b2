import type { ScreenError } from "#shared/contract/diagnostics.ts";
import type { Client } from "#renderer/client/client.ts";

/** Maximum number of reports, because a page that fails at every frame would send thousands. */
const mostReports = 10;
const mostFrames = 20;
const longestFrame = 300;

let reports = 0;

/** Sends an error that no screen caught to the program's log, without its message (K1). Best effort. */
export function reportError(
  client: Client,
  error: unknown,
  { screen, componentStack = "" }: { readonly screen: string; readonly componentStack?: string },
): void {
  reports += 1;
  if (reports > mostReports) return;
  void client
    .call("screen.failed", describeError(error, screen, componentStack))
    .catch(() => undefined);
}

function describeError(error: unknown, screen: string, componentStack: string): ScreenError {
  const { name, stack = "" } = error instanceof Error ? error : new Error("no error");
  const [, component = null] = /^\s*at (\w{1,80})/m.exec(componentStack) ?? [];
  const frames = stack
    .split("\n")
    .filter((line) => /^\s*at |@/.test(line))
    .map((line) => line.slice(0, longestFrame));
  return { screen, name: name.slice(0, 80), stack: frames.slice(0, mostFrames), component };
}

/** Reports errors that are thrown outside React: in timers, listeners and promises. */
export function reportPageErrors(client: Client): void {
  addEventListener("error", ({ error }) => reportError(client, error, { screen: "page" }));
  addEventListener("unhandledrejection", ({ reason }) =>
    reportError(client, reason, { screen: "page" }),
  );
}

/** The report that a person may copy and send: the error with its message and its stack. */
export function errorReport(error: unknown, screen: string, componentStack: string): string {
  const { name, message, stack = "" } = error instanceof Error ? error : new Error(String(error));
  return [
    `Chute, screen ${screen}, ${new Date().toISOString()}`,
    navigator.userAgent,
    ...(stack.startsWith(name) ? [] : [`${name}: ${message}`]),
    stack,
    `Components:${componentStack}`,
  ].join("\n");
}
