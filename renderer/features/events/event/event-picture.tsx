import { useQuery } from "#renderer/client/queries/use-query.ts";
import { words } from "#renderer/i18n/words.ts";
import styles from "../listings.module.css";

export interface EventPictureProps {
  readonly of: "event" | "collection";
  readonly id: string;
  readonly which: "card" | "cover";
  /** Whose picture it is, for who cannot see it. */
  readonly name: string;
}

/** A picture as this computer keeps it (D9); nothing where there is none. */
export function EventPicture({ of, id, which, name }: EventPictureProps) {
  const query = useQuery("image.get", { of, id, which }, { topics: ["events", "collections"] });
  const image = query.value?.image ?? null;
  // It is there: what is below it keeps its place.
  if (query.loading) return <div className={styles["picture"]} data-loading="" />;
  if (image === null) return null;
  return (
    <img
      className={styles["picture"]}
      src={`data:${image.mime};base64,${image.base64}`}
      alt={words.organizer.about.picture(name)}
    />
  );
}
