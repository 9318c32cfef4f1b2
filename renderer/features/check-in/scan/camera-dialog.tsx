import { useEffect, useState } from "react";
import { useCamera } from "#renderer/client/input/use-camera.ts";
import { deliverScan } from "#renderer/client/input/use-scan.ts";
import { words } from "#renderer/i18n/words.ts";
import { BigButton } from "#renderer/ui/controls/buttons/big-button.tsx";
import { Button } from "#renderer/ui/controls/buttons/button.tsx";
import { CameraView } from "#renderer/ui/controls/camera-view.tsx";
import { Dialog } from "#renderer/ui/controls/dialogs/dialog.tsx";
import type { Note } from "#renderer/ui/fields/field-note.tsx";
import { useCheckIn } from "../check-in-store.ts";
import type { ScanAnswer, Source } from "../check-in-store.ts";

/** Duration of the vibration that answers a code. */
const buzzMs = 60;

/**
 * Scans with a camera. A code is delivered like any other scan (B4). The dialog closes after a scan with a result, so
 * that the card is visible, and stays open after a scan without one.
 */
export function CameraDialog({ onClose }: { readonly onClose: () => void }) {
  const camera = useCamera((code) => {
    if ("vibrate" in navigator) navigator.vibrate(buzzMs);
    deliverScan(code);
  });
  const { state } = camera;
  const source = useCheckIn((screen) => screen.source);
  const [before] = useState(source);
  const answer = source === before ? null : answerOf(source);
  const hasFound = answer !== null && answer.rows.length > 0;
  useEffect(() => {
    if (hasFound) onClose();
  }, [hasFound, onClose]);

  const say = words.camera;
  const isLive = state.kind === "live";
  const cameras = isLive ? state.cameras : [];
  return (
    <Dialog
      title={say.title}
      letsScansThrough
      onClose={onClose}
      actions={
        <>
          {state.kind === "failed" && state.problem !== "not-secure" ? (
            <BigButton isLocal onPress={camera.tryAgain}>
              {say.tryAgain}
            </BigButton>
          ) : null}
          <Button icon="clear" onPress={onClose}>
            {words.ui.close}
          </Button>
        </>
      }
    >
      <CameraView
        showIn={camera.showIn}
        isLive={isLive}
        isMirrored={isLive && state.isMirrored}
        cameras={cameras.map(({ id, label }, at) => ({
          value: id,
          label: label === "" ? say.unnamed(at + 1) : label,
        }))}
        cameraId={isLive ? state.cameraId : null}
        onChoose={camera.choose}
        torch={isLive ? state.torch : null}
        onTorch={camera.setTorch}
        note={answer === null ? null : noResultNote(answer)}
        problem={state.kind === "failed" ? say.problem[state.problem] : null}
      />
    </Dialog>
  );
}

const answerOf = (source: Source): ScanAnswer | null =>
  source.kind === "scanned" ? source.answer : null;

function noResultNote({ reading, otherEvent }: ScanAnswer): Note {
  const say = words.checkIn;
  const text =
    otherEvent === null ? say.scanNobody(reading.text) : say.scanOtherEvent(otherEvent.eventName);
  return { tone: "look", text };
}
