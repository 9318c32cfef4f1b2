import { Mark } from "#renderer/ui/race/mark.tsx";
import styles from "./gallery.module.css";
import { Bibs, Buttons, Moods, Swatches } from "./plates.tsx";
import { Fields, Rows, Runs, Statuses } from "./forms.tsx";
import { More } from "./more.tsx";
import { Part } from "./part.tsx";

export interface GalleryProps {
  readonly theme: "light" | "dark";
}

/** Every control in every state, to be compared with the pictures. */
export function Gallery({ theme }: GalleryProps) {
  return (
    <main className={styles["page"]}>
      <header className={styles["head"]}>
        <Mark width={58} />
        <h1>Chute parts, {theme}</h1>
        <p>Yellow is what Enter does. Ink is where you are.</p>
      </header>
      <Part title="Colour">
        <Swatches theme={theme} />
      </Part>
      <Part title="Runs, in this order; the name is always there">
        <Runs />
      </Part>
      <Part title="Bib">
        <Bibs />
      </Part>
      <Part title="The one yellow button">
        <Buttons />
      </Part>
      <div className={styles["two"]}>
        <Part title="Result row">
          <Rows />
        </Part>
        <Part title="Field and button">
          <Fields />
        </Part>
      </div>
      <Moods />
      <Part title="Status bar, four moods">
        <Statuses />
      </Part>
      <More />
    </main>
  );
}
