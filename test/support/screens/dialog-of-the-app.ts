import type { Page } from "playwright";

/** One dialog of the app, the way to it by keyboard, and what its yellow button does. */
export interface DialogOfTheApp {
  /** The file that draws it, under `renderer/features`; with the kind where one file draws several. */
  readonly from: string;
  readonly scene: string;
  readonly open: (page: Page) => Promise<void>;
  /** What has to be filled in before the yellow button can be pressed. */
  readonly fill?: (page: Page) => Promise<void>;
  /** The call its yellow button makes, or that it closes; null where nothing is yellow. */
  readonly yellow: { readonly calls: string } | "closes" | null;
}
