import { useState } from "react";
import type { Desks } from "#shared/contract/desks.ts";
import { hasTwoHubs } from "#shared/contract/in-screens.ts";
import { useMay } from "#renderer/client/queries/permissions.tsx";
import { useCommand } from "#renderer/client/queries/use-command.ts";
import { words } from "#renderer/i18n/words.ts";
import { Button } from "#renderer/ui/controls/buttons/button.tsx";
import { CommandDialog } from "#renderer/ui/controls/dialogs/command-dialog.tsx";
import { FailureNotice } from "#renderer/ui/controls/dialogs/error-notice.tsx";
import { Card, Notice } from "#renderer/ui/controls/page/card.tsx";
import { JoinDialog } from "./dialogs/join-dialog.tsx";
import { LeaveDialog } from "./dialogs/leave-dialog.tsx";
import { TakeOverDialog } from "./dialogs/take-over-dialog.tsx";
import { LinkNotice } from "./link-notice.tsx";
import { RosterProgress } from "./roster-progress.tsx";
import styles from "./desks-screen.module.css";

const say = words.desks;

export interface RoleCardProps {
  readonly desks: Desks;
  readonly isPractice: boolean;
}

/** What this laptop is among the desks, and how that is changed (M1). */
export function RoleCard({ desks, isPractice }: RoleCardProps) {
  switch (desks.role) {
    case "alone":
      return <AloneCard desks={desks} isPractice={isPractice} />;
    case "hub":
      return desks.sender.who === "other" ? (
        <FormerHubCard name={desks.sender.name ?? ""} />
      ) : (
        <HubCard desks={desks} />
      );
    case "full":
      return <FullDeskCard desks={desks} />;
  }
}

function AloneCard({ desks: { desks }, isPractice }: RoleCardProps) {
  const open = useCommand("hub.open");
  const mayOpen = useMay("hub.open");
  const [isJoining, setJoining] = useState(false);
  const own = say.alone;
  const title = own.title(desks.filter(({ kind }) => kind === "browser").length);
  return (
    <Card className={styles["part"]} label={title}>
      <h2>{title}</h2>
      <p className={styles["lead"]}>{isPractice ? own.practice : own.lead}</p>
      {isPractice || !mayOpen ? null : (
        <div className={styles["choices"]}>
          <div className={styles["choice"]}>
            <p>{own.openHubText}</p>
            <Button icon="online" isBlock isBusy={open.isBusy} onPress={() => void open.run({})}>
              {open.isBusy ? own.opening : own.openHub}
            </Button>
          </div>
          <div className={styles["choice"]}>
            <p>{own.joinText}</p>
            <Button icon="groups" isBlock onPress={() => setJoining(true)}>
              {own.join}
            </Button>
          </div>
        </div>
      )}
      <FailureNotice failure={open.error} own={say.failures} />
      {isJoining ? <JoinDialog onClose={() => setJoining(false)} /> : null}
    </Card>
  );
}

function HubCard({ desks: { desks, sender } }: Pick<RoleCardProps, "desks">) {
  // While two hubs wait for a choice, this one would send as soon as it works alone (M10).
  const mayClose = useMay("hub.close") && sender.who === "this";
  const [isClosing, setClosing] = useState(false);
  const others = desks.filter(({ isThis }) => !isThis);
  const here = others.filter(({ isHere }) => isHere).length;
  const own = say.hub;
  return (
    <Card className={styles["part"]} label={own.title}>
      <h2>{own.title}</h2>
      <p className={styles["sentence"]}>{own.counts(here, others.length - here)}</p>
      {sender.who === "this" ? <p className={styles["lead"]}>{own.lead}</p> : null}
      {mayClose ? (
        <div className={styles["buttons"]}>
          <Button kind="quiet" icon="leave" onPress={() => setClosing(true)}>
            {own.close}
          </Button>
        </div>
      ) : null}
      {isClosing ? (
        <CommandDialog
          title={own.closeTitle}
          action={{ label: own.closeNow, icon: "leave" }}
          command="hub.close"
          input={{}}
          failures={say.failures}
          onClose={() => setClosing(false)}
        >
          <p>{own.closeText}</p>
        </CommandDialog>
      ) : null}
    </Card>
  );
}

/** A person chose another computer as the hub: this one sends nothing any more, and may join that one (M10). */
function FormerHubCard({ name }: { readonly name: string }) {
  const mayJoin = useMay("desk.join");
  const [isJoining, setJoining] = useState(false);
  const own = say.formerHub;
  return (
    <Card className={styles["part"]} label={own.title(name)}>
      <h2>{own.title(name)}</h2>
      <p className={styles["sentence"]}>{own.notThis}</p>
      <p className={styles["lead"]}>{own.lead(name)}</p>
      {mayJoin ? (
        <div className={styles["buttons"]}>
          <Button icon="groups" onPress={() => setJoining(true)}>
            {own.join(name)}
          </Button>
        </div>
      ) : null}
      {isJoining ? <JoinDialog hubName={name} onClose={() => setJoining(false)} /> : null}
    </Card>
  );
}

function FullDeskCard({ desks: { hub, link, sender } }: { readonly desks: Desks }) {
  const mayLeave = useMay("desk.leave");
  const [dialog, setDialog] = useState<"leave" | "take-over" | null>(null);
  const own = say.full;
  const name = hub?.name ?? "";
  return (
    <Card className={styles["part"]} label={own.title(name)}>
      <h2>{own.title(name)}</h2>
      {hasTwoHubs(sender) && sender.rivals.length === 0 ? (
        <Notice tone="look" title={own.twoHubs}>
          {own.twoHubsText}
        </Notice>
      ) : null}
      <LinkNotice link={link} hub={name} hubNow={sender.name} />
      {link.state === "up" && hub?.hasOtherEvent === true ? (
        <Notice tone="look" title={own.otherEvent(name)}>
          {own.otherEventText}
        </Notice>
      ) : null}
      <RosterProgress />
      {!hasTwoHubs(sender) && link.state === "up" ? (
        <p className={styles["lead"]}>{own.lead}</p>
      ) : null}
      {hub === null ? null : (
        <p className={styles["lead"]}>
          {own.address} <bdi dir="ltr">{hub.address}</bdi>
        </p>
      )}
      {mayLeave ? (
        <div className={styles["buttons"]}>
          <Button icon="swap" onPress={() => setDialog("take-over")}>
            {own.takeOver}
          </Button>
          <Button kind="quiet" icon="leave" onPress={() => setDialog("leave")}>
            {own.leave}
          </Button>
        </div>
      ) : null}
      {dialog === "leave" ? <LeaveDialog link={link} onClose={() => setDialog(null)} /> : null}
      {dialog === "take-over" ? (
        <TakeOverDialog isHubUp={link.state === "up"} onClose={() => setDialog(null)} />
      ) : null}
    </Card>
  );
}
