import { useRef } from "react";
import {
  meantProvider,
  providerOf,
  withProvider,
} from "#shared/domain/registrations/mail-provider.ts";
import { isUnlikelyEmail } from "#shared/domain/walk-ups/walk-up.ts";
import { useDelayed } from "#renderer/client/queries/use-delayed.ts";
import { words } from "#renderer/i18n/words.ts";
import { Button } from "#renderer/ui/controls/buttons/button.tsx";
import { TextField } from "#renderer/ui/fields/text-field.tsx";
import type { WalkUpFormState } from "./use-walk-up-form.ts";
import styles from "./walk-up-screen.module.css";

/** After this pause in typing, the field says that it doubts the address. */
const askAfterMs = 600;

/** The e-mail address, with a doubt about it at the field: a misspelled provider, or an unusual address (W1). */
export function EmailField({ form }: { readonly form: WalkUpFormState }) {
  const { draft, change, touch, fault } = form;
  const fieldRef = useRef<HTMLInputElement>(null);
  const isSettled = useDelayed(draft.email, askAfterMs) === draft.email;
  const meant = isSettled ? meantProvider(draft.email) : null;
  const isUnlikely = isSettled && isUnlikelyEmail(draft.email);
  const doubt =
    meant !== null
      ? words.walkUp.isItProvider(providerOf(draft.email), meant)
      : isUnlikely
        ? words.walkUp.warnings["email-unlikely"]
        : undefined;
  return (
    <div>
      <TextField
        label={words.walkUp.email}
        hint={words.ui.needed}
        kind="email"
        inputRef={fieldRef}
        isRequired
        value={draft.email}
        maxLength={2_000}
        autoFocus={form.firstMissing === "email"}
        onChange={(email) => change({ email })}
        onBlur={() => touch("email")}
        error={fault("email")}
        note={doubt === undefined ? undefined : { tone: "look", text: doubt }}
      />
      {meant === null ? null : (
        <div className={styles["correction"]}>
          <Button
            size="s"
            kind="quiet"
            onPress={() => {
              change({ email: withProvider(draft.email, meant) });
              // The pressed button is removed, and the focus with it.
              fieldRef.current?.focus();
            }}
          >
            {words.walkUp.use(meant)}
          </Button>
        </div>
      )}
    </div>
  );
}
