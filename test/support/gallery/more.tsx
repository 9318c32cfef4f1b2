import { useState } from "react";
import { Bib } from "#renderer/ui/race/bibs/bib.tsx";
import { Button } from "#renderer/ui/controls/buttons/button.tsx";
import { Notice } from "#renderer/ui/controls/page/card.tsx";
import { Checkbox, Switch } from "#renderer/ui/controls/buttons/checkbox.tsx";
import { EmptyState } from "#renderer/ui/controls/page/empty-state.tsx";
import { ListCard, ListLine } from "#renderer/ui/controls/lists/list-card.tsx";
import { PageTitle } from "#renderer/ui/controls/page/page-title.tsx";
import { PracticeBanner } from "#renderer/ui/race/practice-banner.tsx";
import { Progress } from "#renderer/ui/controls/page/progress.tsx";
import { StatusSentence } from "#renderer/ui/race/status-sentence.tsx";
import { RunChooser } from "#renderer/ui/race/runs/run-chooser.tsx";
import { SegmentedControl } from "#renderer/ui/controls/buttons/segmented-control.tsx";
import { Select } from "#renderer/ui/fields/select.tsx";
import { Part } from "./part.tsx";
import styles from "./gallery.module.css";

const nothing = () => undefined;
const bibs = ["7", "A1234", "W-2041", "ELITE-007", "00000000000000000042", "走者一二三", "🏃"];

/** The controls that the pictures of whole screens show. */
export function More() {
  return (
    <>
      <Part title="Bibs of any length, runs beyond the eighth">
        <div className={styles["row"]}>
          {bibs.map((bib, index) => (
            <Bib key={bib} bib={bib} run={{ label: `Run ${index + 9}`, position: index + 8 }} />
          ))}
        </div>
        <div className={styles["row"]} style={{ marginTop: 16 }}>
          {bibs.map((bib, index) => (
            <Bib
              key={bib}
              bib={bib}
              size="l"
              checkedIn={index % 2 === 1}
              run={{ label: `Run ${index + 9}`, position: index + 8, startTime: "10:00" }}
            />
          ))}
          <Bib bib={null} size="l" run={{ label: "5K", position: 2, startTime: "10:15" }} />
          <Bib bib="1187" size="m" run={{ label: "10K", position: 1 }} />
          <Bib bib="1042" size="medium" run={{ label: "10K", position: 1 }} />
          <Bib
            bib="388"
            size="c"
            checkedIn
            run={{ label: "Half", position: 0, startTime: "09:00" }}
          />
          <Bib bib="1042" size="n" run={{ label: "10K", position: 1, startTime: "09:30" }} />
          <Bib
            bib="1042"
            size="xl"
            checkedIn
            run={{ label: "10K", position: 1, startTime: "09:30" }}
          />
        </div>
      </Part>
      <Choices />
      <Part title="Lists and words">
        <div className={styles["two"]}>
          <ListCard>
            <StatusSentence
              icon="refused"
              tone="stop"
              sentence={
                <>
                  <b>Walk-up Łukasz Wójcik, 10K,</b> saved 07:52 by Mei. The organizer’s system
                  refused it at 08:24. It stays here until you fix it.
                </>
              }
            />
            <StatusSentence
              icon="download"
              sentence={<b>Registrations on this computer</b>}
              next="2,914 of about 3,835. Page 30 of about 39."
              end="about 20 s left"
            >
              <Progress label="Downloading" share={0.76} onCancel={nothing} />
            </StatusSentence>
          </ListCard>
          <div className={styles["stack"]}>
            <ListCard title="Changed at the organizer" hint="since 06:52">
              <ListLine label="New registrations" value="12" />
              <ListLine label="Registrations, 3,845" value="08:25" icon="done" />
            </ListCard>
            <Notice tone="done" title="Harbour Hills Athletics, premium">
              Organizer. This key may read results, add participants and add events.
            </Notice>
            <Notice tone="look" title="Look at the bib: 007 is not 7." isPlain>
              Bib 7 belongs to Siobhán Ní Bhriain, 50K.
            </Notice>
            <Notice tone="stop" title="The base address does not answer.">
              Nothing was stored. Check the address and try again.
            </Notice>
            <EmptyState
              icon="events"
              title="No event is open."
              action={<Button onPress={nothing}>Choose an event</Button>}
            >
              Choose one in Events, download it while there is a signal, then open it.
            </EmptyState>
          </div>
        </div>
      </Part>
      <PracticeBanner leaveLabel="Leave practice" onLeave={nothing}>
        Made-up runners. Nothing here can reach a real race.
      </PracticeBanner>
    </>
  );
}

function Choices() {
  const [run, setRun] = useState<string | null>("10k");
  const [pace, setPace] = useState<"45" | "55" | "none" | null>("55");
  const [series, setSeries] = useState<"all" | "harbour" | null>("all");
  const [isOn, setOn] = useState(true);
  return (
    <Part title="Choices">
      <PageTitle title="Walk-up" hint="Someone who is not on the list" />
      <div className={styles["stack"]} style={{ maxWidth: 736 }}>
        <RunChooser
          label="Run"
          hint="Places as of 06:52, the last download, own walk-ups counted"
          chosenId={run}
          onChoose={setRun}
          runs={[
            {
              id: "half",
              run: { label: "Half", position: 0, startTime: "09:00" },
              state: "Sold out",
              needsLook: true,
              count: "1,240 of 1,240",
            },
            {
              id: "10k",
              run: { label: "10K", position: 1, startTime: "09:30" },
              state: "Open",
              needsLook: false,
              count: "1,630 of 1,800",
            },
            {
              id: "5k",
              run: { label: "5K", position: 2, startTime: "10:15" },
              state: "2 places left",
              needsLook: false,
              count: "820 of 822",
            },
            {
              id: "kids",
              run: { label: "Kids", position: 3, startTime: "10:45" },
              state: "Closed",
              needsLook: true,
              count: "145 of 200",
            },
          ]}
        />
        <SegmentedControl
          label="Pace group"
          value={pace}
          onChange={setPace}
          choices={[
            { value: "45", label: "45 min" },
            { value: "55", label: "55 min" },
            { value: "none", label: "None" },
          ]}
        />
        <Select
          label="Series"
          value={series}
          onChange={setSeries}
          error="“Not a label of this event”"
          choices={[
            { value: "all", label: "All series" },
            { value: "harbour", label: "Harbour Hills" },
          ]}
        />
        <div className={styles["row"]}>
          <Switch isOn={isOn} onChange={setOn}>
            Check in on scan
          </Switch>
          <Checkbox isChosen={isOn} onChange={setOn}>
            Amara Okafor
          </Checkbox>
        </div>
      </div>
    </Part>
  );
}
