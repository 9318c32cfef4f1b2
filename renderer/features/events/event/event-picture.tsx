import { useQuery } from "#renderer/client/queries/use-query.ts";
import { words } from "#renderer/i18n/words.ts";
import styles from "../listings.module.css";

export interface EventPictureProps {
  readonly of: "event" | "collection";
  readonly id: string;
  readonly which: "card" | "cover";
  /** The name of the event or collection, for the alternative text. */
  readonly name: string;
}

/** A picture that is stored on this computer (D9). */
export function EventPicture({ of, id, which, name }: EventPictureProps) {
  const query = useQuery("image.get", { of, id, which }, { topics: ["events", "collections"] });
  const image = query.value?.image ?? null;
  // Reserves the space of the picture, so that nothing below it moves.
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
