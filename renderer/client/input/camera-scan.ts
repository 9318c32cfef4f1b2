import { noCodesInView, addPicture } from "#shared/domain/scan/camera-sightings.ts";
import { listCameras, openCamera } from "./camera.ts";
import type { Camera, CameraProblem, OpenCamera } from "./camera.ts";
import { openCodeReader } from "./code-reader.ts";

/** The state of the camera. */
export type CameraState =
  | { readonly kind: "opening" }
  | {
      readonly kind: "live";
      readonly cameras: readonly Camera[];
      readonly cameraId: string;
      readonly isMirrored: boolean;
      /** Whether the light is on; null if the camera has no light. */
      readonly torch: boolean | null;
    }
  | { readonly kind: "failed"; readonly problem: CameraProblem };

export interface CameraScanOptions {
  readonly video: HTMLVideoElement;
  readonly onState: (state: CameraState) => void;
  /** Called once for each code that is held in front of the camera. */
  readonly onCode: (code: string) => void;
}

/** Pause between two pictures. Several pictures a second are enough, and save the battery of a tablet. */
const restMs = 70;

/** The camera that a person chose, until the page is loaded again. */
let chosenId: string | null = null;

/** Opens a camera and reads its pictures. The camera is off while the page is hidden and after `close`. */
export function startCameraScan({ video, onState, onCode }: CameraScanOptions) {
  let view = noCodesInView;
  let camera: OpenCamera | null = null;
  // The number of the current start: asynchronous work of an earlier start ends when it sees another number.
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
      // The chosen camera is unplugged: use any other.
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
    // Rejects only if the stream was removed meanwhile.
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
    choose(cameraId: string) {
      chosenId = cameraId;
      void start();
    },
    setTorch(isOn: boolean) {
      void camera?.setTorch(isOn);
    },
    /** Asks for the camera again. */
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

/** A camera whose pictures are read until `close`. */
export type CameraScan = ReturnType<typeof startCameraScan>;

const rest = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, restMs));

function onEnded(stream: MediaStream, call: () => void): void {
  for (const track of stream.getTracks()) track.addEventListener("ended", call);
}
