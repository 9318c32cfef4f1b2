import type { ScreenError } from "#shared/contract/diagnostics.ts";
import type { Client } from "#renderer/client/client.ts";

/** Maximum number of reports per page load. A page that fails at every repaint would send thousands. */
const maxReports = 10;
const maxStackFrames = 20;
const maxFrameLength = 300;

let reportCount = 0;

/**
 * Reports an error that no screen caught: sends it to Chute's log, without the error's message (K1). A report that cannot
 * be sent is dropped.
 */
export function reportError(
  client: Client,
  error: unknown,
  { screen, componentStack = "" }: { readonly screen: string; readonly componentStack?: string },
): void {
  reportCount += 1;
  if (reportCount > maxReports) return;
  void client
    .call("screen.failed", describeError(error, screen, componentStack))
    .catch(() => undefined);
}

function describeError(error: unknown, screen: string, componentStack: string): ScreenError {
  const { name, stack = "" } =
    error instanceof Error ? error : new Error("The thrown value is not an Error");
  const [, component = null] = /^\s*at (\w{1,80})/m.exec(componentStack) ?? [];
  const frames = stack
    .split("\n")
    .filter((line) => /^\s*at |@/.test(line))
    .map((line) => line.slice(0, maxFrameLength));
  return { screen, name: name.slice(0, 80), stack: frames.slice(0, maxStackFrames), component };
}

/** Reports errors that are thrown outside React: in timers, listeners and promises. */
export function reportPageErrors(client: Client): void {
  addEventListener("error", ({ error }) => reportError(client, error, { screen: "page" }));
  addEventListener("unhandledrejection", ({ reason }) =>
    reportError(client, reason, { screen: "page" }),
  );
}

/** The text that a person can copy and send. Unlike the report to the log, the text contains the error's message. */
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
