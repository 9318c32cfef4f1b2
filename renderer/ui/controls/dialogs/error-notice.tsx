import type { Failure } from "#shared/result.ts";
import { failureMessage } from "#renderer/i18n/failure-messages.ts";
import type { FailureMessages } from "#renderer/i18n/failure-messages.ts";
import { Notice } from "#renderer/ui/controls/page/card.tsx";
import { showToast } from "./toast-store.ts";

export interface FailureNoticeProps {
  readonly failure: Failure | null;
  /** The messages of this screen, by error code. */
  readonly own?: FailureMessages;
  /** `look`: the data on the screen can still be used. */
  readonly tone?: "stop" | "look";
}

/** The message of a failure; nothing without a failure. */
export function FailureNotice({ failure, own, tone = "stop" }: FailureNoticeProps) {
  if (failure === null) return null;
  const { title, text } = failureMessage(failure, own);
  return (
    <Notice tone={tone} title={title}>
      {text}
    </Notice>
  );
}

/** Tells a failure above every screen, because the dialog or the screen that it is about was left. */
export const tellFailure = (about: string, failure: Failure, own: FailureMessages): void =>
  showToast("stop", `${about}: ${failureMessage(failure, own).title}`);
