import { useCallback, useEffect, useState } from "react";
import { navigate, replaceRoute, useRoute } from "#renderer/client/navigation/route.ts";
import { useMay } from "#renderer/client/queries/permissions.tsx";
import { useDesk, useQuery } from "#renderer/client/queries/use-query.ts";
import { words } from "#renderer/i18n/words.ts";
import { Button } from "#renderer/ui/controls/buttons/button.tsx";
import { EmptyState } from "#renderer/ui/controls/page/empty-state.tsx";
import { PageTitle } from "#renderer/ui/controls/page/page-title.tsx";
import { showToast } from "#renderer/ui/controls/dialogs/toast-store.ts";
import { FieldNote } from "#renderer/ui/fields/field-note.tsx";
import { keptForm, useSettledForm } from "./kept-form.ts";
import { useWalkUpDraft } from "./walk-up-draft-store.ts";
import type { WalkUpDraftOf } from "./walk-up-draft-store.ts";
import { WalkUpFormView } from "./walk-up-form.tsx";
import styles from "./walk-up-screen.module.css";

/** The form for a runner who is not on the list. It is saved here at once and sent when the network works. */
export function WalkUpScreen() {
  const route = useRoute();
  const desk = useDesk();
  const mayOpen = useMay("event.open");
  const eventId = desk.value?.currentEventId ?? null;
  // A walk-up takes a place of its run, and the runs say how many are left.
  const event = useQuery("event.get", eventId === null ? null : { eventId }, {
    topics: ["events", "download", "roster"],
  });
  const searched = route.screen === "walk-up" ? (route.with["text"] ?? "") : "";
  const { forms, kept, hasDraft, next, startOver } = useForms(eventId, searched);
  const isAsking = useSettledForm(eventId, startOver);

  return (
    <div className={styles["screen"]}>
      <PageTitle
        title={words.walkUp.title}
        hint={
          kept !== null ? (
            <FieldNote
              size="m"
              note={{
                tone: "look",
                text: words.walkUp.kept(kept.name.trim() || kept.email.trim()),
              }}
            />
          ) : (
            words.walkUp.hint
          )
        }
      >
        {hasDraft ? (
          <Button size="s" kind={kept === null ? "quiet" : "plain"} onPress={startOver}>
            {kept === null ? words.walkUp.startOver : words.walkUp.newForm}
          </Button>
        ) : null}
      </PageTitle>
      {desk.value !== null && eventId === null ? (
        <EmptyState
          icon="events"
          title={words.walkUp.noEvent.title}
          action={
            mayOpen ? (
              <Button icon="events" onPress={() => navigate("events")}>
                {words.walkUp.noEvent.open}
              </Button>
            ) : null
          }
        >
          {mayOpen ? words.walkUp.noEvent.text : words.ui.noEventYet}
        </EmptyState>
      ) : null}
      {desk.value === null || event.value === null || isAsking ? null : (
        <WalkUpFormView
          key={`${event.value.id} ${forms}`}
          event={event.value}
          volume={desk.value.settings.sounds ? desk.value.settings.volume : 0}
          onNext={next}
        />
      )}
    </div>
  );
}

/** The forms of the screen, one after the other: the draft that is typed, and what replaces it. */
function useForms(eventId: string | null, searched: string) {
  const { begin, leave, drop, putBack, draft } = useWalkUpDraft();
  const [forms, setForms] = useState(1);
  const hasDraft = Object.values(draft).some((typed) => typed !== null && typed !== "");

  const [kept, setKept] = useState(() => keptForm(searched));
  // It was saved, or emptied by hand: what is typed now is another form. Set while rendering, so that no frame says otherwise.
  if (kept !== null && !hasDraft) setKept(null);
  const isKept = kept !== null && kept.eventId === eventId && hasDraft;

  /** Mounts a new form, so that no error and no focus of the old form stays. */
  const remount = useCallback((): void => {
    setKept(null);
    setForms((count) => count + 1);
  }, []);
  const next = (): void => {
    drop();
    remount();
  };
  /** Offers to put the form of another person back. The form that this replaces is offered in the same way (W5). */
  const offer = useCallback(
    function offer(former: WalkUpDraftOf | null): void {
      if (former === null) return;
      const run = (): void => {
        // The search text in the address would begin that form again.
        replaceRoute("walk-up", {});
        offer(putBack(former));
        remount();
      };
      const { name, email } = former.draft;
      showToast("look", words.walkUp.replaced(name || email), { label: words.walkUp.putBack, run });
    },
    [putBack, remount],
  );
  const startOver = useCallback((): void => {
    offer(drop());
    remount();
  }, [offer, drop, remount]);

  // The form begins with the search text. Without a search text, the draft is kept.
  useEffect(() => {
    if (eventId !== null && searched.trim() !== "") offer(begin(eventId, searched));
  }, [eventId, searched, begin, offer]);

  useEffect(() => leave, [leave]);

  return { forms, kept: isKept ? kept.draft : null, hasDraft, next, startOver };
}
