import { useCallback, useEffect, useRef, useState } from "react";
import { listCameras, onCamerasChange } from "./camera.ts";
import type { CameraScan, CameraState } from "./camera-scan.ts";
import { startCameraScan } from "./camera-scan.ts";

/** Reads codes with a camera while its picture is shown. */
export function useCamera(onCode: (code: string) => void) {
  const [state, setState] = useState<CameraState>({ kind: "opening" });
  const scan = useRef<CameraScan | null>(null);
  const handler = useRef(onCode);
  useEffect(() => {
    handler.current = onCode;
  });
  // The `ref` of the video element: the camera is on while the element is mounted.
  // A ref callback is no effect, so it cannot call an effect event.
  const showIn = useCallback((video: HTMLVideoElement | null) => {
    if (video === null) return undefined;
    const started = startCameraScan({
      video,
      onState: setState,
      onCode: (code) => handler.current(code),
    });
    scan.current = started;
    return () => {
      started.close();
      scan.current = null;
    };
  }, []);
  return {
    state,
    showIn,
    choose: (cameraId: string) => scan.current?.choose(cameraId),
    setTorch: (isOn: boolean) => {
      scan.current?.setTorch(isOn);
      setState((now) => (now.kind === "live" ? { ...now, torch: isOn } : now));
    },
    tryAgain: () => scan.current?.tryAgain(),
  };
}

/** Whether the browser reports a camera; does not ask for permission. */
export function useHasCamera(): boolean {
  const [hasCamera, setHasCamera] = useState(false);
  useEffect(() => {
    let isOver = false;
    const look = (): void =>
      void listCameras().then(
        (cameras) => {
          if (!isOver) setHasCamera(cameras.length > 0);
        },
        () => {},
      );
    look();
    const stopListening = onCamerasChange(look);
    return () => {
      isOver = true;
      stopListening();
    };
  }, []);
  return hasCamera;
}
