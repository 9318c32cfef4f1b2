import { useQuery } from "#renderer/client/use-query.ts";
import { failureWords } from "#renderer/i18n/failure-words.ts";
import { words } from "#renderer/i18n/words.ts";
import { Notice } from "#renderer/ui/card.tsx";
import { PlacedTime, Runner } from "./placed.tsx";
import styles from "./official.module.css";

export interface VersionViewProps {
  readonly eventId: string;
  readonly runId: string;
  readonly version: number;
}

/** One publication as the organizer gave it. */
export function VersionView({ eventId, runId, version }: VersionViewProps) {
  const { official } = words;
  const answer = useQuery("results.version", { eventId, runId, version }, { topics: ["results"] });
  const saying = answer.error === null ? null : failureWords(answer.error, official.failures);
  return (
    <div className={styles["sheets"]} aria-busy={answer.loading}>
      {saying === null ? null : (
        <Notice tone="stop" title={saying.title}>
          {saying.text}
        </Notice>
      )}
      {answer.value?.segments.map(({ segmentId, label, podium }) => (
        <section key={segmentId} className={styles["segment"]} aria-label={label}>
          <header>
            <h3>
              <bdi dir="auto">{label}</bdi>
            </h3>
            <p>{segmentId}</p>
          </header>
          {podium.length === 0 ? (
            <p className={styles["nobody"]}>{official.segmentEmpty}</p>
          ) : (
            <table>
              <tbody>
                {podium.map((placed, at) => (
                  <tr key={placed.participantId ?? at}>
                    <td className={styles["place"]}>{official.place(placed.place)}</td>
                    <td>
                      <Runner placed={placed} />
                    </td>
                    <td>
                      <PlacedTime hundredths={placed.hundredths} />
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
          )}
        </section>
      ))}
      {answer.value?.segments.length === 0 ? (
        <p className={styles["quiet"]}>{official.nothingPlaced}</p>
      ) : null}
    </div>
  );
}
