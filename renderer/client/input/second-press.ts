import { useRef, useState } from "react";

/** Milliseconds. A double press or a worn key repeats within this time; a person needs longer to read what is asked. */
export const bounceMs = 400;

/** A question that a second press answers. A second press that comes too soon is the first one again (C8, P11). */
export function useSecondPress() {
  const [asked, setAsked] = useState<string | null>(null);
  const askedAtMs = useRef(0);
  return {
    isAsked: (question: string): boolean => asked === question,
    ask(question: string): void {
      askedAtMs.current = performance.now();
      setAsked(question);
    },
    /** Whether the question was asked long enough ago that a person has read it. */
    isAnswered: (question: string): boolean =>
      asked === question && performance.now() - askedAtMs.current >= bounceMs,
  };
}
