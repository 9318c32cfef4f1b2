import { openDeviceSession } from "#renderer/client/transport/device-handshake.ts";

/** What a device stores of its pairing, and its session for this run of the station. */
export interface TestDevice {
  readonly deviceId: string;
  readonly token: string;
  readonly session: string;
}

/** Pairs a device with a code that the station shows. */
export async function pairWithCode(url: string, code: string, name: string): Promise<TestDevice> {
  const { value } = (await (await postJson(`${url}/pair`, { code, name })).json()) as {
    readonly value: TestDevice;
  };
  return value;
}

/** A new session, as the page of a paired device gets it; null if the answer is not from its station. */
export const proveDevice = (url: string, device: Omit<TestDevice, "session">) =>
  openDeviceSession(device, url, async (path, body) => {
    const answer = await postJson(url + path, body);
    return answer.ok ? ((await answer.json()) as { readonly value: unknown }).value : null;
  });

export const postJson = (url: string, body: unknown, session = ""): Promise<Response> =>
  fetch(url, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      ...(session === "" ? {} : { authorization: `Bearer ${session}` }),
    },
    body: JSON.stringify(body),
  });
