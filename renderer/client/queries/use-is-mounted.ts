import { useEffect, useRef } from "react";
import type { RefObject } from "react";

/**
 * Whether the component is still shown, for what follows a reply. A person who went on to something else during a command
 * stays there.
 */
export function useIsMounted(): RefObject<boolean> {
  const isMounted = useRef(false);
  useEffect(() => {
    isMounted.current = true;
    return () => {
      isMounted.current = false;
    };
  }, []);
  return isMounted;
}
