import { noCodesInView, addPicture } from "#shared/domain/scan/camera-sightings.ts";
import { listCameras, openCamera } from "./camera.ts";
import type { Camera, CameraProblem, OpenCamera } from "./camera.ts";
import { openCodeReader } from "./code-reader.ts";

/** What the camera is doing. */
export type CameraState =
  | { readonly kind: "opening" }
  | {
      readonly kind: "live";
      readonly cameras: readonly Camera[];
      readonly cameraId: string;
      readonly isMirrored: boolean;
      /** Null: this camera has no light. */
      readonly torch: boolean | null;
    }
  | { readonly kind: "failed"; readonly problem: CameraProblem };

export interface CameraScanOptions {
  readonly video: HTMLVideoElement;
  readonly onState: (state: CameraState) => void;
  /** A code was held up; once for as long as it is held. */
  readonly onCode: (code: string) => void;
}

/** A camera that is read until it is closed. */
export interface CameraScan {
  choose(cameraId: string): void;
  setTorch(isOn: boolean): void;
  /** Asks for the camera again. */
  tryAgain(): void;
  close(): void;
}

/** Between two pictures; several a second are enough, and a tablet's battery has to last the morning. */
const restMs = 70;

/** The camera that was chosen by hand, until the page is loaded again. */
let chosenId: string | null = null;

/** Opens a camera and reads it. It is off while the page is hidden, and from `close` on. */
export function startCameraScan({ video, onState, onCode }: CameraScanOptions): CameraScan {
  let view = noCodesInView;
  let camera: OpenCamera | null = null;
  // Each start has a number of its own: whatever belongs to an earlier one stops where it is.
  let turn = 0;

  async function start(): Promise<void> {
    stop();
    const mine = turn;
    const isOver = (): boolean => mine !== turn;
    onState({ kind: "opening" });
    const loading = openCodeReader();
    const opened = await openCamera(chosenId);
    if (isOver()) {
      if (opened.ok) opened.value.close();
      return;
    }
    if (!opened.ok) {
      // The one that was chosen is gone: any other will do.
      if (chosenId === null || opened.error.code !== "no-camera") return fail(opened.error.code);
      chosenId = null;
      return start();
    }
    camera = opened.value;
    const { stream, id, facesUser, hasTorch } = opened.value;
    onEnded(stream, () => {
      if (!isOver()) fail("no-camera");
    });
    video.srcObject = stream;
    // Refused only when the picture was taken away meanwhile.
    await video.play().catch(() => {});
    const cameras = await listCameras().catch(() => []);
    if (isOver()) return;
    const torch = hasTorch ? false : null;
    onState({ kind: "live", cameras, cameraId: id, isMirrored: facesUser, torch });
    const reader = await loading;
    if (isOver()) return;
    if (reader === null) return fail("no-reader");
    while (!isOver()) {
      const seen = await reader.read(video);
      if (isOver()) return;
      if (seen === null) return fail("no-reader");
      const sighting = addPicture(view, seen, performance.now());
      view = sighting.view;
      if (sighting.code !== null) onCode(sighting.code);
      await rest();
    }
  }

  function stop(): void {
    turn += 1;
    camera?.close();
    camera = null;
    video.srcObject = null;
  }

  function fail(problem: CameraProblem): void {
    stop();
    onState({ kind: "failed", problem });
  }

  const onVisibility = (): void => {
    if (document.hidden) stop();
    else void start();
  };
  document.addEventListener("visibilitychange", onVisibility);
  window.addEventListener("pagehide", stop);
  void start();

  return {
    choose(cameraId) {
      chosenId = cameraId;
      void start();
    },
    setTorch(isOn) {
      void camera?.setTorch(isOn);
    },
    tryAgain() {
      void start();
    },
    close() {
      document.removeEventListener("visibilitychange", onVisibility);
      window.removeEventListener("pagehide", stop);
      stop();
    },
  };
}

const rest = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, restMs));

function onEnded(stream: MediaStream, call: () => void): void {
  for (const track of stream.getTracks()) track.addEventListener("ended", call);
}
