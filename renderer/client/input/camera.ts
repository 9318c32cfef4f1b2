import { err, ok } from "#shared/result.ts";
import type { Failure, Result } from "#shared/result.ts";

/**
 * Why there is no picture.
 *
 * - `not-secure`: the page came over plain http from another computer; browsers then hide every camera.
 * - `no-camera`: none is plugged in, or the chosen one is gone.
 * - `denied`: a person, the browser's settings or the system said no.
 * - `in-use`: another program has it, or the system would not start it.
 * - `no-reader`: the part that reads codes did not load.
 */
export type CameraProblem = "not-secure" | "no-camera" | "denied" | "in-use" | "no-reader";

export interface Camera {
  readonly id: string;
  /** The maker's name for it; "" where the browser tells none. */
  readonly label: string;
}

/** A camera whose picture is live until `close`. */
export interface OpenCamera {
  readonly stream: MediaStream;
  readonly id: string;
  /** It looks at the person in front of the screen, who aims better in a mirror. */
  readonly facesUser: boolean;
  readonly hasTorch: boolean;
  setTorch(isOn: boolean): Promise<void>;
  close(): void;
}

/** Large enough for a registration id in a QR code at arm's length, small enough to read several times a second. */
const picture = { width: { ideal: 1280 }, height: { ideal: 720 } } as const;

/** Opens the camera of this id, or the one on the back of a tablet, or whichever there is. */
export async function openCamera(id: string | null): Promise<Result<OpenCamera, CameraFailure>> {
  const devices = findDevices();
  if (devices === undefined) return problem("not-secure", "The browser offers no camera here.");
  const choice: MediaTrackConstraints =
    id === null ? { facingMode: { ideal: "environment" } } : { deviceId: { exact: id } };
  let stream: MediaStream;
  try {
    stream = await devices.getUserMedia({ video: { ...picture, ...choice }, audio: false });
  } catch (thrown) {
    return problem(problemOf(thrown), String(thrown));
  }
  const [track] = stream.getVideoTracks();
  if (track === undefined) return problem("no-camera", "The stream has no picture.");
  const { deviceId = "", facingMode = "" } = track.getSettings();
  return ok({
    stream,
    id: deviceId,
    facesUser: facingMode !== "environment",
    hasTorch: hasTorch(track),
    // Some cameras promise a light they do not have.
    setTorch: (isOn) => {
      const light: TorchConstraint = { torch: isOn };
      return track.applyConstraints({ advanced: [light] }).catch(() => {});
    },
    close() {
      for (const each of stream.getTracks()) each.stop();
    },
  });
}

/** The cameras there are, without asking for one; a browser names them only after one was allowed. */
export async function listCameras(): Promise<readonly Camera[]> {
  const found = (await findDevices()?.enumerateDevices()) ?? [];
  return found
    .filter(({ kind }) => kind === "videoinput")
    .map(({ deviceId, label }) => ({ id: deviceId, label }));
}

/** Calls back when a camera is plugged in or out. */
export function onCamerasChange(listener: () => void): () => void {
  const devices = findDevices();
  devices?.addEventListener("devicechange", listener);
  return () => devices?.removeEventListener("devicechange", listener);
}

export type CameraFailure = Failure<CameraProblem>;

const problem = (code: CameraProblem, message: string) => err(code, message);

/** Only pages of this computer and pages over https have it. */
const findDevices = (): MediaDevices | undefined =>
  "mediaDevices" in navigator ? navigator.mediaDevices : undefined;

function problemOf(thrown: unknown): CameraProblem {
  const name = thrown instanceof DOMException ? thrown.name : "";
  if (name === "NotAllowedError" || name === "SecurityError") return "denied";
  if (name === "NotFoundError" || name === "OverconstrainedError") return "no-camera";
  return "in-use";
}

/** The light of a camera, which the browser's own types leave out. */
interface TorchConstraint extends MediaTrackConstraintSet {
  readonly torch: boolean;
}

/** Not every browser can say what a camera can do. */
function hasTorch(track: MediaStreamTrack): boolean {
  if (!("getCapabilities" in track)) return false;
  const can: MediaTrackCapabilities & { readonly torch?: boolean } = track.getCapabilities();
  return can.torch === true;
}
