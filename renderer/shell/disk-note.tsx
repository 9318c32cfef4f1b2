import { useEffect } from "react";
import { useNow } from "#renderer/client/queries/use-now.ts";
import { useQuery } from "#renderer/client/queries/use-query.ts";
import { words } from "#renderer/i18n/words.ts";
import { judgeDiskSpace } from "#shared/domain/basics/disk-space.ts";
import styles from "./shell.module.css";

const minuteMs = 60_000;

/** Said in every room before the first fact does not fit any more (J1). */
export function DiskNote() {
  const { value, refresh } = useQuery("disk.get", {}, { topics: [] });
  const minute = useNow(minuteMs);
  useEffect(refresh, [refresh, minute]);
  if (value === null || judgeDiskSpace(value.freeBytes) !== "none") return null;
  return (
    <p className={styles["down"]} role="alert">
      {words.shell.diskAlmostFull}
    </p>
  );
}
