import type { ReactNode } from "react";
import { useState } from "react";
import type { Desks } from "#shared/contract/desks.ts";
import { hubLink } from "#shared/domain/desks/hub-link.ts";
import { useNow } from "#renderer/client/queries/use-now.ts";
import { useCommand } from "#renderer/client/queries/use-command.ts";
import { formatSpan } from "#renderer/i18n/format.ts";
import { words } from "#renderer/i18n/words.ts";
import { Button } from "#renderer/ui/controls/buttons/button.tsx";
import { Card, Notice } from "#renderer/ui/controls/page/card.tsx";
import { FailureNotice } from "#renderer/ui/controls/dialogs/error-notice.tsx";
import { Fingerprint } from "./fingerprint.tsx";
import type { Lan } from "./pairing-words.ts";
import { describePairing } from "./pairing-words.ts";
import { QrCode } from "./qr-code.tsx";
import screen from "./desks-screen.module.css";
import styles from "./pairing-card.module.css";

const say = words.desks.pairing;
const failures = { ...words.desks.failures, ...say.failures };

export interface PairingCardProps {
  readonly desks: Pick<Desks, "role" | "sender" | "pairing" | "lanEndpoint">;
  /** Who may connect with a desktop; null while it is not known yet. */
  readonly lan: Lan | null;
}

/** The address, its QR code and the code that lets devices in (M2), and what their browsers will warn of (S8). */
export function PairingCard({ desks, lan }: PairingCardProps) {
  const nowMs = useNow();
  const hub = useCommand("hub.open");
  const browsers = useCommand("pairing.open");
  const { role, lanEndpoint } = desks;
  const open = role === "hub" ? hub : browsers;
  const { lead, joins, notice } = describePairing(desks, lan);
  const isClosed = lan?.canServe === true && lan.reach === null;
  const leftMs = desks.pairing === null ? 0 : desks.pairing.expiresAtMs - nowMs;
  // A code without an address lets nobody in.
  const hasNoAddress = lanEndpoint?.addresses.length === 0;
  const pairing = leftMs > 0 && !isClosed && !hasNoAddress ? desks.pairing : null;
  return (
    <Card className={styles["card"]} label={say.title}>
      <h2>{say.title}</h2>
      {notice === null ? null : (
        <Notice tone="look" title={notice.title}>
          {notice.text}
        </Notice>
      )}
      {hasNoAddress ? (
        <Notice tone="look" title={say.noNetwork.title}>
          {say.noNetwork.text}
        </Notice>
      ) : pairing === null ? (
        <>
          <p className={screen["lead"]}>{desks.pairing === null ? lead : say.expired}</p>
          <div className={screen["buttons"]}>
            <Button
              icon="add"
              notYet={isClosed && role !== "hub" ? say.closed : undefined}
              isBusy={open.isBusy}
              onPress={() => void open.run({})}
            >
              {say.show}
            </Button>
          </div>
        </>
      ) : (
        <Code
          pairing={pairing}
          leftMs={leftMs}
          lanEndpoint={lanEndpoint}
          joins={joins}
          renewal={
            <Button
              size="s"
              kind="quiet"
              icon="retry"
              isBusy={open.isBusy}
              onPress={() => void open.run({})}
            >
              {say.renew}
            </Button>
          }
        />
      )}
      <FailureNotice failure={open.error} own={failures} />
      {pairing === null || lanEndpoint === null ? null : <BrowserWarning />}
    </Card>
  );
}

interface CodeProps {
  readonly pairing: NonNullable<Desks["pairing"]>;
  readonly leftMs: number;
  readonly lanEndpoint: Desks["lanEndpoint"];
  /** Whether other laptops join with the code. */
  readonly joins: boolean;
  /** The button for another code. */
  readonly renewal: ReactNode;
}

function Code({ pairing, leftMs, lanEndpoint, joins, renewal }: CodeProps) {
  const { code, left } = pairing;
  const addresses = lanEndpoint?.addresses ?? [];
  const [chosen, setChosen] = useState<string | null>(null);
  const shown = addresses.find((address) => address === chosen) ?? addresses[0];
  return (
    <>
      <div className={styles["both"]}>
        {lanEndpoint === null || shown === undefined ? null : (
          <QrCode
            text={hubLink({ address: shown, fingerprint: lanEndpoint.fingerprint, code })}
            label={say.qr(shown)}
          />
        )}
        <div className={styles["code"]}>
          <div role="status">
            <p>{say.code}</p>
            <b dir="ltr">{inGroups(code)}</b>
            <p className={screen["lead"]}>{say.left(formatSpan(leftMs), left)}</p>
          </div>
          {renewal}
        </div>
      </div>
      {lanEndpoint === null ? null : (
        <>
          <p className={screen["lead"]}>{say.scan}</p>
          <ul className={styles["addresses"]}>
            {addresses.map((address) => (
              <li key={address}>
                <span dir="ltr">{address}</span>
                {address === shown ? null : (
                  <Button
                    size="s"
                    kind="quiet"
                    label={say.qr(address)}
                    onPress={() => setChosen(address)}
                  >
                    {say.showQr}
                  </Button>
                )}
              </li>
            ))}
          </ul>
          <h3>{say.fingerprint}</h3>
          <Fingerprint value={lanEndpoint.fingerprint} />
          {joins ? <p className={screen["lead"]}>{say.laptop}</p> : null}
        </>
      )}
    </>
  );
}

/** "481 729": six digits are read in two groups. The pairing takes them with or without the space. */
const inGroups = (code: string): string => code.replace(/^(\d{3})(\d{3})$/, "$1 $2");

/** Read before the warning comes, on the screen beside which the person stands. */
function BrowserWarning() {
  const { title, why, steps, compare, noIcon } = say.warning;
  return (
    <section className={styles["warning"]} aria-label={title}>
      <h3>{title}</h3>
      <p>{why}</p>
      <dl>
        {steps.map(([browser, what]) => (
          <div key={browser}>
            <dt>{browser}</dt>
            <dd>{what}</dd>
          </div>
        ))}
      </dl>
      <p>{compare}</p>
      <p>{noIcon}</p>
    </section>
  );
}
