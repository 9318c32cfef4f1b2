import { useRef, useState } from "react";
import type { OutputOf } from "#shared/contract/index.ts";
import { mayBeCorrected } from "#shared/domain/outbox/entry-offers.ts";
import type { OutboxEntry } from "#shared/contract/sync.ts";
import type { Failure } from "#shared/result.ts";
import { hubStateOf } from "#renderer/client/queries/hub-state.ts";
import type { HubState } from "#renderer/client/queries/hub-state.ts";
import { useMay } from "#renderer/client/queries/permissions.tsx";
import type { Command } from "#renderer/client/queries/use-command.ts";
import { useCommand } from "#renderer/client/queries/use-command.ts";
import { useNow } from "#renderer/client/queries/use-now.ts";
import { useDesk, useQuery } from "#renderer/client/queries/use-query.ts";
import { countNeeding } from "#renderer/client/queries/use-waiting-for-person.ts";
import type { WaitingForPerson } from "#renderer/client/queries/use-waiting-for-person.ts";
import { useScanForCheckIn } from "#renderer/client/input/use-scan.ts";
import { navigate, useRoute } from "#renderer/client/navigation/route.ts";
import { words } from "#renderer/i18n/words.ts";
import { Button } from "#renderer/ui/controls/buttons/button.tsx";
import { Notice } from "#renderer/ui/controls/page/card.tsx";
import type { NoticeProps } from "#renderer/ui/controls/page/card.tsx";
import { FailureNotice } from "#renderer/ui/controls/dialogs/error-notice.tsx";
import { PageTitle } from "#renderer/ui/controls/page/page-title.tsx";
import { ConflictsSection } from "./conflicts/conflicts-section.tsx";
import { AskOrganizerCards } from "./outbox/ask-organizer-cards.tsx";
import { AttentionCard } from "./outbox/attention-card.tsx";
import { ClonedFolderNotice } from "./organizer/cloned-folder-notice.tsx";
import { EntryDialog } from "./outbox/entry-dialog.tsx";
import { EntryList } from "./outbox/entry-list.tsx";
import type { QueueNow } from "./outbox/outbox-messages.ts";
import type { TryNow } from "./outbox/use-try-now.ts";
import { useTryNow } from "./outbox/use-try-now.ts";
import { OutboxTotalsSection } from "./outbox-totals.tsx";
import { OrganizerSide } from "./organizer/organizer-side.tsx";
import styles from "./sync-screen.module.css";

const shownEntries = 200;

/** The outbox with its actions, and beside it the changes at the organizer. */
export function SyncScreen({ waiting }: { readonly waiting: WaitingForPerson }) {
  useScanForCheckIn();
  const nowMs = useNow();
  const status = useQuery("sync.status", {}, { topics: ["sync", "outbox", "connection"] });
  const open = useQuery(
    "outbox.list",
    { show: "open", limit: shownEntries },
    { topics: ["outbox", "sync"] },
  );
  const openEventId = useDesk().value?.currentEventId ?? null;
  const desks = useQuery("desks.get", {}, { topics: ["devices", "sync"] }).value;
  const hubState = hubStateOf(desks);
  const commands = useQueueCommands(status.value);
  const [lookedAtId, setLookedAtId] = useState<string | null>(null);
  const route = useRoute();
  const [fixingId, setFixingId] = useState(route.with["fix"] ?? null);
  const queueRef = useRef<HTMLElement>(null);

  const entries = open.value?.entries ?? [];
  const isSentByHub = status.value?.activity === "held-other-hub";
  const isOnline = status.value?.connectivity.state === "online";
  const now = { nowMs, isOnline, hub: isSentByHub ? hubState : null };
  const copied = status.value?.copied ?? null;
  const failure = commands.failure ?? open.error;
  const hidden = (open.value?.total ?? 0) - entries.length;
  const look = (entry: OutboxEntry): void => setLookedAtId(entry.id);
  const fix = (outboxId: string): void => {
    setFixingId(outboxId);
    setLookedAtId(null);
  };

  return (
    // The notice of a copied folder is in sight whenever the queue is opened, so nothing scrolls past it (S5).
    <div className={styles["screen"]} data-own-scroll={copied === null ? undefined : ""}>
      <QueueTitle status={status.value} waiting={waiting} {...{ isSentByHub, commands }} />
      <ConflictsSection eventId={openEventId} />
      <div className={styles["columns"]}>
        <section
          ref={queueRef}
          tabIndex={-1}
          className={styles["queue"]}
          aria-label={words.sync.queue}
        >
          <p className={styles["lead"]}>{words.sync.lead}</p>
          {copied === null ? null : (
            <div ref={showWhole} className={styles["notice"]}>
              <ClonedFolderNotice copied={copied} />
            </div>
          )}
          <ActivityNotice status={status.value} hubState={hubState} nowMs={nowMs} />
          <FailureNotice failure={failure} own={words.sync.failures} />
          <QueueEntries
            entries={entries}
            fixingId={fixingId}
            now={now}
            onFix={setFixingId}
            onFocusLost={() => queueRef.current?.focus({ preventScroll: true })}
            onLook={look}
          />
          {hidden > 0 ? <p className={styles["lead"]}>{words.sync.more(hidden)}</p> : null}
          {open.value !== null && entries.length + (status.value?.askOrganizer ?? 0) === 0 ? (
            <p className={styles["lead"]}>{words.sync.empty}</p>
          ) : null}
          <OutboxTotalsSection sentToday={status.value?.sentToday ?? 0} now={now} onLook={look} />
        </section>
        <aside className={styles["beside"]}>
          <OrganizerSide eventId={openEventId} />
        </aside>
      </div>
      {lookedAtId === null ? null : (
        <EntryDialog
          outboxId={lookedAtId}
          openEventId={openEventId}
          now={now}
          onClose={() => setLookedAtId(null)}
          onFix={() => fix(lookedAtId)}
        />
      )}
    </div>
  );
}

const showWhole = (notice: HTMLElement | null): void =>
  notice?.scrollIntoView({ block: "nearest" });

interface QueueCommands {
  readonly pause: Command<"outbox.pause">;
  readonly resume: Command<"outbox.resume">;
  readonly tryNow: TryNow;
  readonly failure: Failure | null;
  /** Forgets the failure of an earlier press, which says nothing about a later one. */
  readonly clear: () => void;
}

/** The commands about the whole outbox. */
function useQueueCommands(status: OutputOf<"sync.status"> | null): QueueCommands {
  const pause = useCommand("outbox.pause");
  const resume = useCommand("outbox.resume");
  const tryNow = useTryNow(status);
  const failure = pause.error ?? resume.error ?? tryNow.error;
  const clear = (): void => {
    for (const command of [pause, resume, tryNow]) command.clear();
  };
  return { pause, resume, tryNow, failure, clear };
}

interface QueueTitleProps {
  readonly status: OutputOf<"sync.status"> | null;
  /** What needs a person on this screen besides the outbox, so that title and rail show the same number. */
  readonly waiting: WaitingForPerson;
  readonly isSentByHub: boolean;
  readonly commands: QueueCommands;
}

function QueueTitle({ status, waiting, isSentByHub, commands }: QueueTitleProps) {
  const mayPause = useMay("outbox.pause");
  const { tryNow, clear } = commands;
  function send(): void {
    clear();
    void tryNow.press();
  }
  // A pause that began before this computer joined its hub stops nothing there.
  const isPaused = status?.paused === true && !isSentByHub;
  return (
    <PageTitle title={titleOf(status, waiting, isSentByHub)}>
      {mayPause && !isSentByHub ? <PauseButton isPaused={isPaused} commands={commands} /> : null}
      <Button icon="retry" isBusy={tryNow.isBusy} onPress={send}>
        {words.sync.tryNow}
      </Button>
    </PageTitle>
  );
}

interface QueueEntriesProps {
  readonly entries: readonly OutboxEntry[];
  /** The entry whose form a person opened; null if there is none. */
  readonly fixingId: string | null;
  readonly now: QueueNow;
  readonly onFix: (outboxId: string | null) => void;
  readonly onFocusLost: () => void;
  readonly onLook: (entry: OutboxEntry) => void;
}

/** The open entries: a card for each entry that needs a person or whose form is open, and a list of the others. */
function QueueEntries({ entries, fixingId, now, onFix, onFocusLost, onLook }: QueueEntriesProps) {
  const needing = entries.filter((entry) => needsCard(entry, fixingId));
  const waiting = entries.filter((entry) => !needsCard(entry, fixingId));
  // Only one form is open, so that Enter has one meaning.
  const fixing = useOpenForm(needing, fixingId);
  return (
    <>
      {needing.map((entry) => (
        <AttentionCard
          key={entry.id}
          entry={entry}
          now={now}
          isFormOpen={fixing?.id === entry.id}
          isFormAsked={fixingId === entry.id}
          onOpenForm={() => onFix(entry.id)}
          onFocusLost={onFocusLost}
          onClose={() => onFix(null)}
          onLook={() => onLook(entry)}
        />
      ))}
      <AskOrganizerCards now={now} onLook={onLook} />
      {waiting.length === 0 ? null : <EntryList entries={waiting} now={now} onLook={onLook} />}
    </>
  );
}

/**
 * The entry whose form is open: the one that a person asked for, else the first that can be corrected. It stays that one
 * when another entry comes before it, because somebody may be typing.
 */
function useOpenForm(needing: readonly OutboxEntry[], askedId: string | null) {
  const [openId, setOpenId] = useState<string | null>(null);
  const correctable = needing.filter(isRefusedWalkUp);
  const open =
    needing.find(({ id }) => id === askedId) ??
    correctable.find(({ id }) => id === openId) ??
    correctable[0];
  if (open !== undefined && open.id !== openId) setOpenId(open.id);
  return open;
}

/** An entry that needs a person, or whose form a person opened. */
const needsCard = (entry: OutboxEntry, fixingId: string | null): boolean =>
  entry.state === "needs-attention" || (entry.id === fixingId && mayBeCorrected(entry));

/** A refused walk-up that can be corrected and sent again. Its form opens by itself. */
const isRefusedWalkUp = (entry: OutboxEntry): boolean =>
  entry.form !== null && entry.certainty === "refused" && mayBeCorrected(entry);

function describeActivity(
  status: Pick<OutputOf<"sync.status">, "activity" | "sending" | "nextTryAtMs">,
  nowMs: number,
): string {
  if (status.activity === "held-rate-limit") {
    const waitMs = status.nextTryAtMs === null ? null : status.nextTryAtMs - nowMs;
    return words.sync.activity["held-rate-limit"](waitMs);
  }
  if (status.activity !== "sending") return words.sync.activity[status.activity];
  return status.sending === null
    ? ""
    : words.sync.activity.sending(status.sending.index, status.sending.of);
}

interface ActivityNoticeProps {
  readonly status: OutputOf<"sync.status"> | null;
  readonly nowMs: number;
  readonly hubState: HubState;
}

/** What sync does now, with a link to Settings or Desks if the connection or the hub blocks it. */
function ActivityNotice({ status, hubState, nowMs }: ActivityNoticeProps) {
  if (hubState === "two-hubs") return <DesksNotice tone="look" title={words.sync.twoHubs} />;
  if (status?.activity === "held-other-hub" && hubState === "refuses")
    return <DesksNotice tone="stop" title={words.sync.hub.refuses} />;
  const said = status === null ? "" : describeActivity(status, nowMs);
  const activity = status?.activity === "held-other-hub" ? words.sync.hub[hubState] : said;
  return activity === "" ? null : (
    <Notice
      tone={status?.activity === "held-key-refused" ? "stop" : "info"}
      title={activity}
      action={
        status?.activity === "held-key-refused" || status?.activity === "not-connected" ? (
          <Button size="s" onPress={() => navigate("settings")}>
            {words.sync.openSettings}
          </Button>
        ) : undefined
      }
    />
  );
}

/** The hub does not send what waits here until a person does what Desks says (M9, M10). */
function DesksNotice({ tone, title }: Pick<NoticeProps, "tone" | "title">) {
  return (
    <Notice
      tone={tone}
      title={title}
      action={
        <Button size="s" onPress={() => navigate("desks")}>
          {words.desks.open}
        </Button>
      }
    />
  );
}

interface PauseButtonProps {
  readonly isPaused: boolean;
  readonly commands: QueueCommands;
}

function PauseButton({ isPaused, commands }: PauseButtonProps) {
  const { pause, resume, clear } = commands;
  function press(command: typeof pause | typeof resume): void {
    clear();
    void command.run({});
  }
  return isPaused ? (
    <Button icon="resume" isBusy={resume.isBusy} onPress={() => press(resume)}>
      {words.sync.resume}
    </Button>
  ) : (
    <Button icon="pause" isBusy={pause.isBusy} onPress={() => press(pause)}>
      {words.sync.pause}
    </Button>
  );
}

const titleOf = (
  status: OutputOf<"sync.status"> | null,
  waiting: WaitingForPerson,
  isSentByHub: boolean,
): string =>
  status === null
    ? words.shell.sync
    : words.sync.title(countNeeding(status, waiting), status.waiting, status.setAside, isSentByHub);
