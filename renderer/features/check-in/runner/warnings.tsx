import { words } from "#renderer/i18n/words.ts";
import { Notice, Rule } from "#renderer/ui/controls/page/card.tsx";
import type { RunnerWarning } from "#shared/contract/roster.ts";

interface WarningText {
  readonly tone: "look" | "info";
  readonly title: string;
  readonly text: string;
}

/** The texts of a warning; null if the heading of the card already says it. */
function describeWarning(warning: RunnerWarning): WarningText | null {
  const say = words.checkIn.warning;
  switch (warning.kind) {
    case "bib-look-alike":
      return {
        tone: "look",
        title: say.lookAlike(warning.bib, warning.otherBib),
        text: say.lookAlikeText(warning.otherBib, warning.otherName, warning.otherRunLabel),
      };
    case "bib-double":
      return {
        tone: "look",
        title: say.double(warning.bib),
        text: say.doubleText(warning.holders),
      };
    case "bib-conflict":
      return { tone: "look", title: say.conflict, text: say.conflictText(warning.bibs) };
    case "bib-drift":
      return {
        tone: "info",
        title: say.drift(warning.there),
        text: say.driftText(warning.here, warning.there),
      };
    case "bib-told":
      return { tone: "info", title: say.told, text: say.toldText(warning.here, warning.told) };
    case "ask-organizer":
      return { tone: "look", title: say.askOrganizer, text: say.askOrganizerText };
    case "gone-upstream":
      return { tone: "look", title: say.gone, text: say.goneText(warning.noticedAtMs) };
    case "unseen-upstream":
      return { tone: "look", title: say.unseen, text: say.unseenText(warning.noticedAtMs) };
    case "provisional-pair":
      return { tone: "info", title: say.pair, text: say.pairText };
    case "cancelled-after-check-in":
      return {
        tone: "look",
        title: say.cancelledAfter(warning.status),
        text: say.cancelledAfterText(warning.noticedAtMs),
      };
    case "several-check-ins":
      return {
        tone: "look",
        title: words.checkIn.severalClaims(warning.claims.length),
        text: warning.claims.map((claim) => words.checkIn.history["checked-in"](claim)).join(". "),
      };
    case "run-cancelled":
      return null;
  }
}

export function Warnings({ warnings }: { readonly warnings: readonly RunnerWarning[] }) {
  return warnings.map((warning) => {
    const spoken = describeWarning(warning);
    if (spoken === null) return null;
    return (
      <div key={warning.kind}>
        <Rule />
        <Notice tone={spoken.tone} title={spoken.title} isPlain>
          {spoken.text}
        </Notice>
      </div>
    );
  });
}
