import { useState } from "react";
import { Bib } from "#renderer/ui/race/bibs/bib.tsx";
import { Button } from "#renderer/ui/controls/buttons/button.tsx";
import { RunCount } from "#renderer/ui/race/runs/run-count.tsx";
import { ResultList } from "#renderer/ui/controls/lists/result-list.tsx";
import type { ResultRow } from "#renderer/ui/controls/lists/result-list.tsx";
import { DeskCell, StatusBar, StatusCell } from "#renderer/ui/controls/page/status-bar.tsx";
import { TextField } from "#renderer/ui/fields/text-field.tsx";
import { ToastView, undoButton } from "#renderer/ui/controls/dialogs/toast.tsx";
import styles from "./gallery.module.css";

const nothing = () => undefined;

const runs = [
  ["Half", "1042", 0.7, "#0B4FC4"],
  ["10K", "007", 0.41, "#FFC2E0"],
  ["5K", "A12", 0.22, "#0A3324"],
  ["Kids", "388", 0.6, "#22ABF7"],
  ["50K", "45", 0.54, "#F58E14"],
  ["Relay", "R14", 0.42, "#45084F"],
  ["Walk", "W2", 0.28, "#84480C"],
  ["15K", "11604", 0.77, "#A4A88C"],
] as const;

export function Runs() {
  return (
    <div className={styles["eight"]}>
      {runs.map(([name, bib, share, colour], index) => (
        <div key={name}>
          <Bib bib={bib} run={{ label: name, position: index }} />
          <p className={styles["caption"]}>
            {index + 1} {colour}
          </p>
          <ul>
            <RunCount
              run={{ label: name, position: index }}
              arrived={Math.round(share * 100)}
              expected={100}
              label={name}
            />
          </ul>
        </div>
      ))}
    </div>
  );
}

const rows: readonly ResultRow[] = [
  {
    id: "1",
    bib: "1042",
    run: { label: "10K", position: 1 },
    name: "Amara Okafor",
    nameRanges: [{ start: 6, end: 9 }],
    email: "a.okafor@posteo.net",
  },
  {
    id: "2",
    bib: "317",
    run: { label: "Half", position: 0 },
    name: "Precious Oluwaseun Okadigbo",
    nameRanges: [{ start: 19, end: 22 }],
    email: "precious.oc@fastmail.com",
  },
  {
    id: "3",
    bib: "007",
    run: { label: "Half", position: 0 },
    name: "نور الدين العكّاري",
    email: "n.alakkari@mail.eg",
    state: { tone: "done", text: "In 08:15, Desk 1", isLarge: false },
  },
  {
    id: "4",
    bib: "1604",
    run: { label: "10K", position: 1 },
    name: "岡本 さくら",
    email: "s.okamoto@tokyo-rc.jp",
    state: { tone: "look", text: "Waitlist", isLarge: false },
  },
  {
    id: "5",
    bib: "71",
    run: { label: "Relay", position: 5 },
    name: "Nguyễn Thị Minh Khai",
    email: "khai.ntm@vnrun.vn",
    state: { tone: "stop", text: "Cancelled", isLarge: false },
  },
];

export function Rows() {
  const [chosen, setChosen] = useState("1");
  return (
    <ResultList
      id="rows"
      label="Found"
      question=""
      rows={rows}
      chosenId={chosen}
      onChoose={setChosen}
    />
  );
}

export function Fields() {
  const [focus, setFocus] = useState("mei@");
  return (
    <>
      <div className={styles["fields"]}>
        <TextField label="Rest" value="" placeholder="E-mail" onChange={nothing} />
        <TextField label="Focus" value={focus} onChange={setFocus} />
        <TextField
          label="E-mail"
          hint="email"
          value="mei@tanaka"
          error="Invalid email"
          onChange={nothing}
        />
        <TextField
          label="Run"
          value="Half"
          note={{ tone: "look", text: "Sold out at 06:52" }}
          onChange={nothing}
        />
      </div>
      <div className={styles["row"]} style={{ gap: 12, marginBottom: 20 }}>
        <Button icon="print" onPress={nothing}>
          Print
        </Button>
        <Button onPress={nothing}>Focus</Button>
        <Button kind="chosen" onPress={nothing}>
          Chosen
        </Button>
        <Button kind="quiet" onPress={nothing}>
          Quiet
        </Button>
        <Button notYet="Not yet" onPress={nothing}>
          Go
        </Button>
      </div>
      <ToastView
        toast={{
          id: 1,
          atMs: 0,
          tone: "done",
          text: "Bib 1187 given to Élodie",
          action: undoButton(nothing),
        }}
        onGone={nothing}
      />
    </>
  );
}

export function Statuses() {
  const desk = <DeskCell desk="Desk 1" operator="Mei Tanaka" />;
  return (
    <div className={styles["stack"]}>
      <StatusBar label="Status">
        <StatusCell icon="online">Online</StatusCell>
        <StatusCell icon="send">Nothing waits to be sent</StatusCell>
        <StatusCell icon="copy">Copy from 08:14, complete</StatusCell>
        {desk}
      </StatusBar>
      <StatusBar label="Status">
        <StatusCell icon="offline">Offline since 07:58. Saving on this computer.</StatusCell>
        <StatusCell icon="send">3 waiting to be sent</StatusCell>
        <StatusCell icon="copy">Copy from 06:52, complete</StatusCell>
        {desk}
      </StatusBar>
      <StatusBar label="Status">
        <StatusCell icon="sending">Sending 1 of 3</StatusCell>
        <StatusCell icon="send">3 waiting to be sent</StatusCell>
        <StatusCell icon="copy">Checking for changes</StatusCell>
        {desk}
      </StatusBar>
      <StatusBar label="Status">
        <StatusCell icon="key">The key was refused. Nothing is lost.</StatusCell>
        <StatusCell icon="send">3 held until you enter a key</StatusCell>
        <StatusCell icon="copy">Copy from 06:52, complete</StatusCell>
        {desk}
      </StatusBar>
    </div>
  );
}
