import type { Page } from "playwright";

/** One dialog of the app, the way to it by keyboard, and the action of its yellow button. */
export interface DialogOfTheApp {
  /** The file under `renderer/features` that draws it, with the kind of dialog if the file draws several. */
  readonly from: string;
  readonly scene: string;
  readonly open: (page: Page) => Promise<void>;
  /** Fills in what the yellow button needs. */
  readonly fill?: (page: Page) => Promise<void>;
  /** The call that its yellow button makes, or "closes"; null if no button is yellow. */
  readonly yellow: { readonly calls: string } | "closes" | null;
}
