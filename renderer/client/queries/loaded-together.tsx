import { createContext, useContext, useEffect, useMemo, useState } from "react";
import type { ReactNode } from "react";

/** Counts a query that has no first answer yet; the returned function ends that. */
type Wait = () => () => void;

const WaitContext = createContext<Wait | null>(null);

/** After this time the children are shown as they are: an answer that does not come must not hide the others. */
const longestMs = 3_000;

/**
 * Shows its children when each query below it has its first answer. Cards that grow one after the other move the buttons
 * below them away from the pointer (U2). Once shown, the children stay visible.
 */
export function LoadedTogether({ children }: { readonly children: ReactNode }) {
  const [isShown, setShown] = useState(false);
  const wait = useMemo(() => createWait(() => setShown(true)), []);
  useEffect(() => {
    // An answer may bring cards with queries of their own: so the first look is after all effects of this render.
    const end = wait();
    queueMicrotask(end);
    const timer = setTimeout(() => setShown(true), longestMs);
    return () => clearTimeout(timer);
  }, [wait]);
  return (
    <WaitContext value={isShown ? null : wait}>
      <div
        inert={!isShown}
        style={{ display: "contents", visibility: isShown ? undefined : "hidden" }}
      >
        {children}
      </div>
    </WaitContext>
  );
}

/** Calls `done` when nothing is waited for any more, also not by what the last answer brought. */
function createWait(done: () => void): Wait {
  let waiting = 0;
  return () => {
    waiting += 1;
    return () => {
      waiting -= 1;
      // The effects of one render end a wait and begin the next one before the microtask.
      queueMicrotask(() => {
        if (waiting === 0) done();
      });
    };
  };
}

/** Holds back the `LoadedTogether` above while `isFirst`: a query has neither a value nor an error. */
export function useFirstAnswer(isFirst: boolean): void {
  const wait = useContext(WaitContext);
  useEffect(() => (isFirst ? wait?.() : undefined), [wait, isFirst]);
}
