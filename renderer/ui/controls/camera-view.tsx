import type { RefCallback } from "react";
import { words } from "#renderer/i18n/words.ts";
import { Button } from "./buttons/button.tsx";
import { EmptyState } from "./page/empty-state.tsx";
import { FieldNote } from "#renderer/ui/fields/field-note.tsx";
import type { Note } from "#renderer/ui/fields/field-note.tsx";
import { Select } from "#renderer/ui/fields/select.tsx";
import type { Choice } from "#renderer/ui/fields/select.tsx";
import styles from "./camera-view.module.css";

export interface CameraViewProps {
  /** Must stay the same function: the camera is on while the video is mounted. */
  readonly showIn: RefCallback<HTMLVideoElement>;
  readonly isLive: boolean;
  /** True for a camera that faces the person who aims. */
  readonly isMirrored: boolean;
  readonly cameras: readonly Choice<string>[];
  readonly cameraId: string | null;
  readonly onChoose: (cameraId: string) => void;
  /** Whether the light is on; null if the camera has no light. */
  readonly torch: boolean | null;
  readonly onTorch: (isOn: boolean) => void;
  /** The outcome of the last code, if it found no runner. */
  readonly note: Note | null;
  /** Why there is no picture, and what to do; shown instead of the picture. */
  readonly problem: { readonly title: string; readonly text: string } | null;
}

/** The picture of the camera, with a frame for aiming. */
export function CameraView({
  showIn,
  isLive,
  isMirrored,
  cameras,
  cameraId,
  onChoose,
  torch,
  onTorch,
  note,
  problem,
}: CameraViewProps) {
  const say = words.camera;
  return (
    <>
      <div className={styles["stage"]} hidden={problem !== null}>
        <video
          ref={showIn}
          className={styles["picture"]}
          data-mirrored={isMirrored ? "" : undefined}
          aria-label={say.picture}
          playsInline
          muted
        />
        {isLive ? (
          <span className={styles["frame"]} aria-hidden="true" />
        ) : (
          <span className={styles["opening"]}>{say.opening}</span>
        )}
      </div>
      {problem === null ? null : (
        <div className={styles["problem"]} role="alert">
          <EmptyState icon="no-camera" title={problem.title}>
            <p>{problem.text}</p>
            <p>{say.scanner}</p>
          </EmptyState>
        </div>
      )}
      <p className={styles["words"]} role="status" hidden={problem !== null}>
        {note !== null ? <FieldNote note={note} size="m" /> : isLive ? say.aim : null}
      </p>
      {isLive && (cameras.length > 1 || torch !== null) ? (
        <div className={styles["choices"]}>
          {cameras.length > 1 ? (
            <Select
              label={say.which}
              isLabelHidden
              choices={cameras}
              value={cameraId}
              onChange={onChoose}
            />
          ) : null}
          {torch === null ? null : (
            <Button icon="torch" kind={torch ? "chosen" : "plain"} onPress={() => onTorch(!torch)}>
              {torch ? say.lightOff : say.lightOn}
            </Button>
          )}
        </div>
      ) : null}
    </>
  );
}
