import { err, ok } from "#shared/result.ts";
import type { Failure, Result } from "#shared/result.ts";

/**
 * Why there is no picture.
 *
 * - `not-secure`: the page came over plain http from another computer, so the browser offers no camera.
 * - `no-camera`: no camera is plugged in, or the chosen camera is unplugged.
 * - `denied`: a person, the browser's settings or the system refused.
 * - `in-use`: another program uses the camera, or the system could not start it.
 * - `no-reader`: the worker that reads codes did not load.
 */
export type CameraProblem = "not-secure" | "no-camera" | "denied" | "in-use" | "no-reader";

export interface Camera {
  readonly id: string;
  /** The manufacturer's name of the camera; "" if the browser does not tell it. */
  readonly label: string;
}

/** A camera that delivers pictures until `close`. */
export interface OpenCamera {
  readonly stream: MediaStream;
  readonly id: string;
  /** The camera faces the person in front of the screen, so the picture is mirrored for easier aiming. */
  readonly facesUser: boolean;
  readonly hasTorch: boolean;
  setTorch(isOn: boolean): Promise<void>;
  close(): void;
}

/** Large enough to read a registration id in a QR code at arm's length, small enough for several readings a second. */
const picture = { width: { ideal: 1280 }, height: { ideal: 720 } } as const;

/** Opens the camera with this id; for null the rear camera of a tablet, else any camera. */
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
    // Some cameras report a light that they do not have.
    setTorch: (isOn) => {
      const light: TorchConstraint = { torch: isOn };
      return track.applyConstraints({ advanced: [light] }).catch(() => {});
    },
    close() {
      for (const each of stream.getTracks()) each.stop();
    },
  });
}

/** All cameras, without asking for permission. Before a permission was given, the browser hides their names. */
export async function listCameras(): Promise<readonly Camera[]> {
  const found = (await findDevices()?.enumerateDevices()) ?? [];
  return found
    .filter(({ kind }) => kind === "videoinput")
    .map(({ deviceId, label }) => ({ id: deviceId, label }));
}

/** Calls the listener when a camera is plugged in or out. */
export function onCamerasChange(listener: () => void): () => void {
  const devices = findDevices();
  devices?.addEventListener("devicechange", listener);
  return () => devices?.removeEventListener("devicechange", listener);
}

export type CameraFailure = Failure<CameraProblem>;

const problem = (code: CameraProblem, message: string) => err(code, message);

/** Undefined if the page is neither from this computer nor over https. */
const findDevices = (): MediaDevices | undefined =>
  "mediaDevices" in navigator ? navigator.mediaDevices : undefined;

function problemOf(thrown: unknown): CameraProblem {
  const name = thrown instanceof DOMException ? thrown.name : "";
  if (name === "NotAllowedError" || name === "SecurityError") return "denied";
  if (name === "NotFoundError" || name === "OverconstrainedError") return "no-camera";
  return "in-use";
}

/** The light of a camera, which the DOM types lack. */
interface TorchConstraint extends MediaTrackConstraintSet {
  readonly torch: boolean;
}

/** Not every browser has `getCapabilities`. */
function hasTorch(track: MediaStreamTrack): boolean {
  if (!("getCapabilities" in track)) return false;
  const can: MediaTrackCapabilities & { readonly torch?: boolean } = track.getCapabilities();
  return can.torch === true;
}
