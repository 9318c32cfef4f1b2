import type { ReactNode } from "react";
import { BigButton } from "#renderer/ui/controls/buttons/big-button.tsx";
import type { BigButtonProps } from "#renderer/ui/controls/buttons/big-button.tsx";
import { Bib } from "#renderer/ui/race/bibs/bib.tsx";
import { Icon } from "#renderer/ui/controls/icon.tsx";
import { Part } from "./part.tsx";
import styles from "./gallery.module.css";

const nothing = () => undefined;

const swatches = {
  light: [
    ["ground", "#F3F4EF", "ink 16.8", "--ground", "--ink"],
    ["surface", "#FFFFFF", "ink 18.6, ink-2 10.2", "--surface", "--ink"],
    ["ink = you are here", "#0B1512", "on-ink 18.6", "--ink", "--on-ink"],
    ["enter", "#E6F20D", "text 15.1", "--enter", "--fixed-ink"],
    ["done", "#00543C", "text 9.0", "--done", "--fixed-white"],
    ["look", "#FFB23E", "text 10.3", "--look", "--fixed-ink"],
    ["stop", "#A3001B", "text 8.2", "--stop", "--fixed-white"],
    ["practice", "#4B1E8C", "text 11.3", "--practice", "--fixed-white"],
  ],
  dark: [
    ["ground", "#0A100E", "ink 17.5", "--ground", "--ink"],
    ["surface", "#131B18", "ink 16.0, ink-2 9.8", "--surface", "--ink"],
    ["ink = you are here", "#F3F5EF", "on-ink 16.9", "--ink", "--on-ink"],
    ["enter", "#E6F20D", "text 15.1", "--enter", "--fixed-ink"],
    ["done", "#00543C", "text 9.0", "--done", "--fixed-white"],
    ["look", "#FFB23E", "text 10.3", "--look", "--fixed-ink"],
    ["stop", "#A3001B", "text 8.2", "--stop", "--fixed-white"],
    ["practice", "#4B1E8C", "text 11.3", "--practice", "--fixed-white"],
  ],
} as const;

export function Swatches({ theme }: { readonly theme: "light" | "dark" }) {
  return (
    <div className={styles["eight"]}>
      {swatches[theme].map(([name, value, ratio, fill, text]) => (
        <div key={name}>
          <div
            className={styles["swatch"]}
            style={{ background: `var(${fill})`, color: `var(${text})` }}
          >
            Aa 07
          </div>
          <p className={styles["caption"]}>
            <b>{name}</b> {value}
            <br />
            {ratio}
          </p>
        </div>
      ))}
    </div>
  );
}

const tenK = { label: "10K", position: 1, startTime: "09:30" };
const half = { label: "Half", position: 0, startTime: "09:00" };

function Captioned({
  caption,
  children,
}: {
  readonly caption: string;
  readonly children: ReactNode;
}) {
  return (
    <div>
      {children}
      <p className={styles["caption"]}>{caption}</p>
    </div>
  );
}

export function Bibs() {
  return (
    <div className={styles["row"]}>
      <Captioned caption="S 80×54">
        <Bib bib="1042" run={tenK} />
      </Captioned>
      <Captioned caption="No bib yet">
        <Bib bib={null} run={{ label: "5K", position: 2 }} />
      </Captioned>
      <Captioned caption="L 262×178, card; open holes: not checked in">
        <Bib bib="1042" run={tenK} size="l" />
      </Captioned>
      <Captioned caption="Closed holes: checked in">
        <Bib bib="1042" run={tenK} size="l" checkedIn />
      </Captioned>
      <Captioned caption="Five characters: 82 %">
        <Bib bib="11604" run={half} size="l" />
      </Captioned>
    </div>
  );
}

const states: readonly (readonly [string, Partial<BigButtonProps>])[] = [
  ["Rest", {}],
  ["Cannot yet, says why", { notYet: "Choose run" }],
  ["In progress", { busy: "Checking in" }],
];

export function Buttons() {
  return (
    <div className={styles["six"]}>
      {states.map(([caption, props]) => (
        <Captioned key={caption} caption={caption}>
          <BigButton onPress={nothing} {...props}>
            Check in
          </BigButton>
        </Captioned>
      ))}
    </div>
  );
}

export function Moods() {
  return (
    <div className={styles["three"]}>
      <Part title="Done">
        <div
          className={styles["mood"]}
          style={{ background: "var(--done)", color: "var(--fixed-white)" }}
        >
          <Icon name="done" size={40} /> Checked in
        </div>
      </Part>
      <Part title="Look">
        <div
          className={styles["mood"]}
          style={{ background: "var(--look)", color: "var(--fixed-ink)" }}
        >
          <Icon name="look" size={40} /> Bib 1042 is taken
        </div>
      </Part>
      <Part title="Stop">
        <div
          className={styles["mood"]}
          style={{ background: "var(--stop)", color: "var(--fixed-white)" }}
        >
          <Icon name="stop" size={40} /> Not saved
        </div>
      </Part>
    </div>
  );
}
