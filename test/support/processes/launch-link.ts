import type { StationProcess } from "./station-client.ts";

/** A new link that gives one browser access as the owner, within a minute. */
export async function launchLink({
  url,
  scriptSession,
}: Pick<StationProcess, "url" | "scriptSession">): Promise<string> {
  const answer = await fetch(`${url}/session/launch-code`, {
    method: "POST",
    headers: { "content-type": "application/json", authorization: `Bearer ${scriptSession}` },
    body: "{}",
  });
  const reply = (await answer.json()) as { readonly value: { readonly launchCode: string } };
  return `${url}/#launch=${reply.value.launchCode}`;
}
