import type {
  FilesystemPermissionRequest,
  MediaAccessPermissionRequest,
  OpenExternalPermissionRequest,
  PermissionRequest,
  Session,
  WebContents,
  WebRequest,
  session as electronSession,
} from "electron";
import type { PageRequest, PermissionAsk } from "../asks.ts";
import { asked, createSource, standIn } from "./stand-in.ts";

type SessionModule = typeof electronSession;
type RequestHandler = Exclude<Parameters<Session["setPermissionRequestHandler"]>[0], null>;
type CheckHandler = Exclude<Parameters<Session["setPermissionCheckHandler"]>[0], null>;
type DeviceHandler = Exclude<Parameters<Session["setDevicePermissionHandler"]>[0], null>;
type RequestDetails =
  | PermissionRequest
  | FilesystemPermissionRequest
  | MediaAccessPermissionRequest
  | OpenExternalPermissionRequest;
type BeforeRequest = (
  details: { readonly url: string },
  answer: (response: { readonly cancel?: boolean }) => void,
) => void;

let onRequest: RequestHandler | null = null;
let onCheck: CheckHandler | null = null;
let onDevice: DeviceHandler | null = null;
let onBeforeRequest: BeforeRequest | null = null;

const webRequest = standIn<WebRequest>("WebRequest", {
  onBeforeRequest(...given: readonly unknown[]) {
    const handler = given.at(-1) as BeforeRequest | null;
    onBeforeRequest = handler && asked("WebRequest.onBeforeRequest", handler);
  },
});

export const sessionSource = createSource("Session", ["will-download"]);

export const defaultSession: Session = standIn<Session>("Session", {
  on: sessionSource.on,
  setPermissionRequestHandler(handler) {
    onRequest = handler && asked("Session.setPermissionRequestHandler", handler);
  },
  setPermissionCheckHandler(handler) {
    onCheck = handler && asked("Session.setPermissionCheckHandler", handler);
  },
  setDevicePermissionHandler(handler) {
    onDevice = handler && asked("Session.setDevicePermissionHandler", handler);
  },
  webRequest,
});

sessionSource.belongsTo(defaultSession);

/** Electron's `session`: the default one of every window, and sessions by name, which no window has. */
export const session = standIn<Pick<SessionModule, "defaultSession" | "fromPartition">>("session", {
  defaultSession,
  fromPartition: (name) => standIn<Session>(`Session ${name}`, {}),
});

/** Whether a request is blocked; without a handler none is. */
export const isCancelled = ({ url, method, resourceType }: PageRequest): Promise<boolean> =>
  new Promise((resolve) => {
    if (onBeforeRequest === null) return resolve(false);
    const details = { id: 0, url, method, resourceType, referrer: "", timestamp: Date.now() };
    return onBeforeRequest(details, ({ cancel = false }) => resolve(cancel));
  });

/** Chromium first calls the check handler and then the request handler; without handlers Electron grants. */
export async function isGranted(contents: WebContents, ask: PermissionAsk): Promise<boolean> {
  if (devices.has(ask.permission)) return isDeviceGranted(ask);
  const { permission, requestingUrl, mediaTypes } = ask;
  const origin = `${new URL(requestingUrl).protocol}//${new URL(requestingUrl).host}/`;
  const check = onCheck;
  const passes = (mediaType?: "audio" | "video"): boolean =>
    check === null ||
    check(contents, permission as Parameters<CheckHandler>[1], origin, {
      isMainFrame: true,
      requestingUrl,
      ...(mediaType === undefined ? {} : { mediaType, securityOrigin: origin }),
    });
  const isChecked = mediaTypes.length === 0 ? passes() : mediaTypes.every((type) => passes(type));
  if (!isChecked) return false;
  const handler = onRequest;
  if (handler === null) return true;
  const details: RequestDetails = {
    isMainFrame: true,
    requestingUrl,
    ...(permission === "media" ? { mediaTypes: [...mediaTypes], securityOrigin: origin } : {}),
  };
  return new Promise((resolve) => {
    handler(contents, permission as Parameters<RequestHandler>[1], resolve, details);
  });
}

const devices: ReadonlySet<string> = new Set(["hid", "serial", "usb"]);

const isDeviceGranted = ({ permission, requestingUrl }: PermissionAsk): boolean =>
  onDevice === null ||
  onDevice({
    deviceType: permission as "hid" | "serial" | "usb",
    origin: requestingUrl,
    device: {} as Parameters<DeviceHandler>[0]["device"],
  });
